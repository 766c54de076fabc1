"use strict";
// Shows the boards turn by turn, opens #turn-12, and runs the check of the page.

const byId = (id) => document.getElementById(id);

/** The page as it came, before it shows other boards. */
const original = document.body.cloneNode(true);

const PARCELS = { frames: "The boards that this page carries are", sealed: "The record that this page carries is", record: "The record that sheets-gm verify plays again is", parts: "The list of this page's parts is" };

/** The text of a parcel of this page. Throws an Error that says which one is damaged. */
async function parcel(id) {
  try {
    const packed = Uint8Array.from(atob(byId(id).textContent), (letter) => letter.charCodeAt(0));
    return await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  } catch {
    throw new Error(`${PARCELS[id]} damaged. Get the file again from whoever sent it.`);
  }
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
  let place = Number(slider.value), timer = 0, opened = true;

  const draw = (look) => { byId("board").innerHTML = frames[look][place].map((part) => stored.parts[part]).join(""); };
  const look = () => dark.matches ? "dark" : "light";
  const stop = () => { clearInterval(timer); timer = 0; play.textContent = "Play"; };

  function show(next) {
    place = Math.max(0, Math.min(stored.at.length - 1, next));
    const turn = byId(`turn-${stored.at[place]}`), label = turn.querySelector(".label").textContent;
    draw(look());
    slider.value = place;
    slider.setAttribute("aria-valuetext", label);
    const caption = byId("caption"), title = caption.dataset.turn === String(stored.at[place]) ? caption.dataset.title : "";
    const early = stored.early.includes(stored.at[place]) ? caption.dataset.early : "";
    caption.replaceChildren(title, Object.assign(document.createElement("strong"), { textContent: label + early }), ` ${turn.querySelector(".sentence").textContent}`);
    document.querySelectorAll("#turns > .shown").forEach((each) => each.classList.remove("shown"));
    turn.classList.add("shown");
    byId("back").disabled = place === 0;
    byId("on").disabled = place === stored.at.length - 1;
  }

  function go(next) {
    stop();
    opened = false;
    show(next);
    history.replaceState(null, "", `#turn-${stored.at[place]}`);
  }

  function toggle() {
    if (timer) return stop();
    if (opened || place === stored.at.length - 1) show(0);
    opened = false;
    play.textContent = "Pause";
    timer = setInterval(() => { show(place + 1); if (place === stored.at.length - 1) stop(); }, 1200);
  }

  /** Open the turn in the address: its board, and all that is told of it. */
  function open() {
    const [, name] = /^#turn-(\d+)$/.exec(location.hash) || [];
    if (name === undefined || !byId(`turn-${name}`)) return false;
    stop();
    opened = false;
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
  document.querySelector(".buttons").hidden = slider.hidden = false;
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

/** An element as text, as the digests of parts have it: its name, its attributes in order, and what is inside. */
function spelled(element) {
  const attributes = Array.from(element.attributes, (each) => [each.name.toLowerCase(), each.value]).sort(([one], [other]) => one < other ? -1 : 1);
  const name = element.localName.toLowerCase();
  let inside = "", text = "";
  const flush = () => { if (text) inside += JSON.stringify(text); text = ""; };
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) text += node.data;
    else { flush(); inside += spelled(node); }
  }
  flush();
  return `<${name}${attributes.map(([key, value]) => ` ${key}=${JSON.stringify(value)}`).join("")}>${inside}</${name}>`;
}

const digestOf = async (text) => (await sha256(bytesOf(text))).slice(0, 16);

/** Compare each part of the page with its digest, and the digests with what the key of the match has signed. */
async function checkParts(done) {
  const [listed, signature] = (await parcel("parts")).split("\n");
  const digests = JSON.parse(listed), parts = original.querySelectorAll("details[id], header, section[id], main");
  const wrong = (name) => { throw new Error(`The report was altered in its part “${name}”, which is not as it was written.`); };
  const seen = new Set(["frames", "record", "title"]);
  for (const id of ["frames", "record"]) if (await digestOf(await parcel(id)) !== digests[id]) wrong(id);
  const preview = ["title", "description"].map((name) => document.querySelector(`meta[property="og:${name}"]`)?.content);
  if (await digestOf(JSON.stringify([document.querySelector("title").textContent, ...preview])) !== digests.title) wrong("title");
  // the turns first, which are more exact than the section that they are in, and all of the page last
  const exact = (part) => ["main", "section", "header", "details"].indexOf(part.localName);
  for (const part of [...parts].sort((one, other) => exact(other) - exact(one))) {
    const name = part.id || part.localName;
    seen.add(name);
    if (await digestOf(spelled(part)) !== digests[name]) wrong(name);
  }
  for (const name of Object.keys(digests)) if (!seen.has(name)) wrong(name);
  for (const node of original.childNodes) {
    if (node.localName ? !["header", "main", "script"].includes(node.localName) : node.textContent.trim()) wrong(node.localName || "text");
  }
  const count = counted(seen.size, "part of this page is", "parts of this page are");
  if (!done.key) return ` All ${count} as they were written; the match has no key to sign them.`;
  if (!signature) throw new Error("The parts of this page are not signed by the key of the match, so nothing says that they are as they were written.");
  const signed = bytesOf(`sheets_gm report 1\n${listed}\n${done.seal}`);
  let right;
  try {
    const key = await crypto.subtle.importKey("raw", fromHex(done.key), { name: "Ed25519" }, false, ["verify"]);
    right = await crypto.subtle.verify({ name: "Ed25519" }, key, fromHex(signature), signed);
  } catch {
    return ` All ${count} as they were written, but this browser is too old to check who signed them.`;
  }
  if (!right) throw new Error("The report was altered: the key of the match has not signed these parts.");
  return ` All ${count} as the key of the match signed them: headline, turns, figures, boards and names.`;
}

async function check() {
  say("Checking …");
  byId("check").disabled = true;
  try {
    const done = await checkDice(await parcel("sealed"), compare);
    say(describe(done) + await checkParts(done), "right");
  } catch (error) {
    say(error instanceof Error && error.constructor === Error ? error.message : `The record that this page carries is damaged (${error.message}).`, "wrong");
  }
  byId("check").disabled = false;
}

if (byId("check")) {
  const old = typeof DecompressionStream === "undefined";
  const able = globalThis.crypto && crypto.subtle && !old;
  byId("check").disabled = !able;
  say(able ? "" : old ? "This browser is too old to check this page." : "Browsers compute this only in pages that come from a file or by https: save this page, and open the file.");
  byId("check").addEventListener("click", check);
}
if (typeof DecompressionStream !== "undefined") showBoards().catch((error) => { byId("caption").textContent = error.message; });
