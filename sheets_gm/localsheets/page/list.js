// The spreadsheets that this browser's account may open, newest first; the list stays true while it is looked at.
import { call } from "./api.js";
import { Live } from "./live.js";
import { badge } from "./presence.js";
import { whoAmI } from "./visitor.js";

const list = document.getElementById("files");
const empty = document.getElementById("empty");
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

async function show() {
  const { files } = await call("GET", "/drive/v3/files");
  list.replaceChildren(...files.map(entry));
  empty.textContent = "There is no spreadsheet here yet that is shared with you.";
  empty.hidden = files.length > 0;
}

function entry(file) {
  const link = document.createElement("a");
  link.href = `/d/${encodeURIComponent(file.id)}`;
  const icon = new Image(26, 26);
  icon.src = new URL("icon.svg", import.meta.url).href;
  icon.alt = "";
  const name = document.createElement("strong");
  name.textContent = file.name;
  const more = document.createElement("small");
  more.textContent = `changed ${day.format(new Date(file.modifiedTime))} · ${standing(file)}`;
  link.append(icon, name, more);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function standing(file) {
  if (file.ownedByMe) return "yours";
  const owner = file.owners?.[0]?.displayName;
  const access = file.capabilities?.canEdit ? "you may edit" : "you may read";
  return owner ? `of ${owner}, ${access}` : access;
}

function trouble(error) {
  empty.hidden = false;
  empty.textContent = error.code ? error.message : "The server does not answer; this page tries again by itself.";
}

const me = await whoAmI();
if (me) {
  const name = document.createElement("span");
  name.textContent = me.emailAddress;
  document.getElementById("who").append(badge(me.displayName, `You are ${me.emailAddress}`), name);
}
const refresh = () => show().catch(trouble);
await refresh();
new Live({}, { up: refresh, changed: refresh, down: () => trouble({}) });
