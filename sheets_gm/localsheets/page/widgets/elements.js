// Making elements.

export function element(name, kind, ...children) {
  const made = document.createElement(name);
  made.className = kind;
  made.append(...children);
  return made;
}

// Whether a heading says what the texts below it are about; that of a column of signs does not.
export function hasWords(heading) {
  return /\p{L}/u.test(heading);
}

// Fill *part* with the first of *lines* that fit in it whole, and the number of the others.
export function fitLines(part, lines, before = "") {
  const key = JSON.stringify([lines, before, part.clientWidth]);
  if (part.fitted === key) return;
  part.fitted = key;
  part.textContent = "";
  for (let count = lines.length; count > 0; count--) {
    part.textContent = before + [...lines.slice(0, count), ...(count < lines.length ? [`${lines.length - count} more`] : [])].join(" · ");
    if (part.scrollHeight <= part.clientHeight + 1 && part.scrollWidth <= part.clientWidth + 1) return;
  }
}

// A text with what it is about in small letters before it.
export function fact(heading, text) {
  return element("span", "fact", ...(heading ? [element("small", "", heading), " "] : []), text);
}
