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

// A text with what it is about in small letters before it.
export function fact(heading, text) {
  return element("span", "fact", ...(heading ? [element("small", "", heading), " "] : []), text);
}
