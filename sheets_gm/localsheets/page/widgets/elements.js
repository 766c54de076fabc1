// Making elements.

export function element(name, kind, ...children) {
  const made = document.createElement(name);
  made.className = kind;
  made.append(...children);
  return made;
}

// A text with what it is about in small letters before it.
export function fact(heading, text) {
  return element("span", "fact", ...(heading ? [element("small", "", heading), " "] : []), text);
}
