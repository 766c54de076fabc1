// The list of spreadsheets that this browser's key may open.
const list = document.getElementById("files");

async function show() {
  const answer = await fetch("/drive/v3/files");
  const body = await answer.json();
  list.replaceChildren();
  if (!answer.ok) {
    list.append(line("This browser has no key yet: open the link that the server printed."));
    return;
  }
  for (const file of body.files) {
    const link = document.createElement("a");
    link.href = `/d/${file.id}`;
    link.textContent = file.name;
    const item = line("");
    item.append(link, document.createTextNode(` · ${new Date(file.modifiedTime).toLocaleString()}`));
    list.append(item);
  }
  if (!body.files.length) list.append(line("There is none yet."));
}

function line(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

show();
