"use strict";
// Shows the boards turn by turn, opens #turn-12, and runs the check of the dice.

const byId = (id) => document.getElementById(id);

/** The text of a parcel of this page. */
async function parcel(id) {
  const packed = Uint8Array.from(atob(byId(id).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/** Every board as the numbers of its parts, from the changes between neighbours. */
function whole(changes) {
  let before = [];
  return changes.map(([start, stop, ...now]) => before = [...before.slice(0, start), ...now, ...before.slice(stop)]);
}

async function showBoards() {
  const stored = JSON.parse(await parcel("frames"));
  const frames = { light: whole(stored.light), dark: whole(stored.dark) };
  const dark = matchMedia("(prefers-color-scheme: dark)"), slider = byId("turn"), play = byId("play");
  let place = stored.at.length - 1, timer = 0;

  const draw = (look) => { byId("board").innerHTML = frames[look][place].map((part) => stored.parts[part]).join(""); };
  const look = () => dark.matches ? "dark" : "light";
  const stop = () => { clearInterval(timer); timer = 0; play.textContent = "Play"; };

  function show(next) {
    place = Math.max(0, Math.min(stored.at.length - 1, next));
    const turn = byId(`turn-${stored.at[place]}`), label = turn.querySelector(".label").textContent;
    draw(look());
    slider.value = place;
    slider.setAttribute("aria-valuetext", label);
    byId("caption").replaceChildren(Object.assign(document.createElement("strong"), { textContent: label }), ` ${turn.querySelector(".sentence").textContent}`);
    document.querySelectorAll("#turns > .shown").forEach((each) => each.classList.remove("shown"));
    turn.classList.add("shown");
    byId("back").disabled = place === 0;
    byId("on").disabled = place === stored.at.length - 1;
  }

  function go(next) {
    stop();
    show(next);
    history.replaceState(null, "", `#turn-${stored.at[place]}`);
  }

  function toggle() {
    if (timer) return stop();
    if (place === stored.at.length - 1) show(0);
    play.textContent = "Pause";
    timer = setInterval(() => { show(place + 1); if (place === stored.at.length - 1) stop(); }, 1200);
  }

  /** Open the turn in the address: its board, and all that is told of it. */
  function open() {
    const [, name] = /^#turn-(\d+)$/.exec(location.hash) || [];
    if (name === undefined || !byId(`turn-${name}`)) return false;
    stop();
    show(stored.at.findLastIndex((turn) => turn <= Number(name)));
    byId(`turn-${name}`).open = true;
    byId("boards").scrollIntoView();
    return true;
  }

  slider.addEventListener("input", () => go(Number(slider.value)));
  byId("back").addEventListener("click", () => go(place - 1));
  byId("on").addEventListener("click", () => go(place + 1));
  play.addEventListener("click", toggle);
  byId("zoom").addEventListener("click", () => byId("zoom").setAttribute("aria-pressed", byId("board").classList.toggle("large")));
  dark.addEventListener("change", () => draw(look()));
  addEventListener("beforeprint", () => draw("light"));
  addEventListener("afterprint", () => draw(look()));
  addEventListener("hashchange", open);
  addEventListener("click", (event) => { if (event.target.closest(`a[href="${location.hash}"]`)) open(); });
  addEventListener("keydown", (event) => {
    const away = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, button, summary, a");
    const keys = { ArrowLeft: () => go(place - 1), ArrowRight: () => go(place + 1), Home: () => go(0), End: () => go(stored.at.length - 1), " ": toggle };
    if (away || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.querySelector(".controls").hidden = false;
  if (!open()) show(place);
}

/** Whether each roll that the page tells is the one in the record. */
function compare(number, entry, wrong) {
  if (document.body.dataset.rolls === "unknown") return;
  const rolls = document.body.dataset.rolls === "all" ? entry.rolls : entry.rolls.filter((roll) => !roll.hidden);
  for (const told of document.querySelectorAll(`[data-roll^="${number}."]`)) {
    const roll = rolls[Number(told.dataset.roll.split(".")[1])];
    if (!roll || !told.textContent.endsWith(`: ${roll.value} of ${roll.sides}`)) wrong(`this page tells “${told.textContent}”, and the record another roll.`);
  }
}

function say(text, look = "") {
  byId("verdict").textContent = text;
  byId("verdict").className = look;
}

const counted = (count, one, many) => count === 1 ? `1 ${one}` : `${count} ${many}`;

function describe(done) {
  const rolls = done.rolls === 0 ? "No roll was made" : done.rolls === 1 ? "1 roll is right" : `${done.rolls} rolls are right`;
  const typed = done.typed ? ` ${counted(done.typed, "roll was", "rolls were")} made by hand: nobody can recompute them.` : "";
  const kept = done.kept ? ` ${counted(done.kept, "hidden roll", "hidden rolls")} can be checked once the match is over.` : "";
  const seals = done.whole ? ` ${counted(done.entries, "seal is", "seals are")} right too; the last is ${done.seal}.` : " The seals were not checked.";
  return `${rolls}.${typed}${kept}${seals}`;
}

async function check() {
  say("Checking …");
  byId("check").disabled = true;
  try {
    say(describe(await checkDice(await parcel("sealed"), compare)), "right");
  } catch (error) {
    say(error instanceof Error && error.constructor === Error ? error.message : `The record cannot be read (${error.message}).`, "wrong");
  }
  byId("check").disabled = false;
}

if (byId("check")) {
  const old = typeof DecompressionStream === "undefined";
  const able = globalThis.crypto && crypto.subtle && !old;
  byId("check").disabled = !able;
  say(able ? "" : old ? "This browser is too old to check the dice." : "Browsers compute this only in pages that come from a file or by https: save this page, and open the file.");
  byId("check").addEventListener("click", check);
}
if (typeof DecompressionStream !== "undefined") showBoards();
