// The last turn is told on its board before the next one is played: a few captions, one after the other. Any tap or key that is
// meant for something else ends them.
const MOST = 3;
const READING = 2000; // milliseconds for each

export class Captions {
  constructor(box) {
    this.box = box;
    [this.text] = box.children;
    for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => this.end());
  }

  // Show the first of *lines*; *show(line)* lets the board show each, and tells whether that is in its upper half. Returns whether
  // all of them were seen.
  async play(lines, show) {
    this.end();
    const shown = lines.slice(0, MOST);
    const run = {};
    this.run = run;
    for (const [at, line] of shown.entries()) {
      const isAbove = await show(line);
      if (this.run !== run) return false;
      this.box.classList.toggle("low", isAbove);
      this.text.textContent = line;
      this.box.dataset.at = `${at + 1} of ${shown.length}`;
      this.box.hidden = false;
      await new Promise((done) => setTimeout(done, READING));
      if (this.run !== run) return false;
    }
    this.end();
    return true;
  }

  end() {
    this.run = null;
    this.box.hidden = true;
  }
}

// *lines* with those that name one of *names* first.
export function ownFirst(lines, names) {
  const isOwn = (line) => names.length > 0 && named(names).test(line);
  return [...lines.filter(isOwn), ...lines.filter((line) => !isOwn(line))];
}

// *line* with a *sign* before each of *names*, and before its article.
export function withSign(line, names, sign) {
  return names.length && sign ? line.replace(named(names), (found) => `${sign} ${found}`) : line;
}

// What finds one of *names* as whole words; a longer one before one that it begins with.
function named(names) {
  const all = [...names].sort((one, two) => two.length - one.length).map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}])([Tt]he )?(${all.join("|")})(?![\\p{L}\\p{N}])`, "gu");
}
