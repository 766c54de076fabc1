"use strict";
// Recomputes the dice of the record that this page carries, as docs/dice.md describes them.

const bytesOf = (text) => new TextEncoder().encode(text);
const hexOf = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
const joined = (one, other) => { const all = new Uint8Array(one.length + other.length); all.set(one); all.set(other, one.length); return all; };
const sha256 = async (bytes) => hexOf(await crypto.subtle.digest("SHA-256", bytes));
const keyOf = (bytes) => crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const hmac = async (key, bytes) => new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));

/** The members of a JSON object without spaces, each as it is written: numbers keep all their digits. */
function members(text) {
  const found = new Map();
  for (let at = 1; at < text.length - 1; at++) {
    const [name, colon] = end(text, at), [, stop] = end(text, colon + 1);
    found.set(JSON.parse(name), text.slice(colon + 1, stop));
    at = stop;
  }
  return found;
}

/** The value that begins at a place, and the place behind it. */
function end(text, start) {
  let depth = 0, at = start;
  do {
    const sign = text[at];
    if (sign === '"') for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++;
    if (sign === "{" || sign === "[") depth++;
    if (sign === "}" || sign === "]") depth--;
    at++;
    while (depth === 0 && at < text.length && !",:}]".includes(text[at]) && !'"}]'.includes(sign)) at++;
  } while (depth > 0 && at < text.length);
  return [text.slice(start, at), at];
}

/** 1 to sides from the words of HMAC(key, why) in order: the first below the fair limit. */
async function uniform(key, why, sides) {
  const span = 2 ** 32, limit = span - span % sides;
  for (let block = 0; ; block++) {
    const words = new DataView((await hmac(key, bytesOf(block ? `${why}\0${block}` : why))).buffer);
    for (let at = 0; at < 32; at += 4) if (words.getUint32(at) < limit) return words.getUint32(at) % sides + 1;
  }
}

const sorted = (locks) => Object.keys(locks).sort().map((name) => `${JSON.stringify(name)}:${JSON.stringify(locks[name])}`).join(",");

/** Check every entry of *text*. Gives what was counted, or throws an Error that names the first thing that is wrong. */
async function checkDice(text, seen) {
  const lines = text.split("\n");
  const head = JSON.parse(lines[0]), charter = JSON.parse(lines[1]);
  const secret = head.hidden === null ? null : fromHex(head.hidden);
  const hiddenKey = secret === null ? null : await keyOf(secret);
  const salted = async (name) => (await hmac(hiddenKey, bytesOf(name))).slice(0, 16);
  const done = { rolls: 0, entries: 0, typed: 0, kept: 0, whole: head.whole, key: head.key, seal: "" };
  if (secret !== null && await sha256(secret) !== charter.hidden_lock) throw new Error("The secret of hidden rolls is not the one that the match promised.");
  let above = charter.top, nextTop = null, before = head.key;
  for (let line = 2; line + 1 < lines.length; line += 2) {
    const number = (line - 2) / 2, sealed = members(lines[line]), raw = members(sealed.get("entry"));
    const entry = JSON.parse(sealed.get("entry")), where = `Entry ${number} (${entry.label})`;
    const wrong = (what) => { throw new Error(`${where}: ${what}`); };
    if (entry.number !== number) wrong("an entry before it is missing.");
    if (await sha256(fromHex(entry.secret)) !== above) wrong("its secret is not the one that was fixed before the match.");
    nextTop = entry.next_top || nextTop;
    above = number % head.links === head.links - 1 ? nextTop : entry.secret;
    if (head.whole) {
      await checkLocks(entry, raw, number, { head, charter: lines[1] }, hiddenKey && salted, wrong);
      const salt = head.format === 1 ? new Uint8Array() : hiddenKey ? await salted(`state ${number}`) : fromHex(entry.state_salt || "");
      if (JSON.parse(sealed.get("sealed")) !== before) wrong("it does not follow the entry before it.");
      if (head.format > 1 && salt.length === 0) done.whole = false;
      else if (await sha256(joined(salt, bytesOf(lines[line]))) !== lines[line + 1]) wrong("its seal does not match its contents.");
    }
    before = lines[line + 1];
    const round = entry.beacon ? `"beacon":${JSON.stringify(entry.beacon.signature)},` : "";
    const message = bytesOf(`{${round}"entry":${number},"locks":{${sorted(entry.locks)}},"match":${JSON.stringify(charter.match)}}`);
    const open = await keyOf(await hmac(await keyOf(fromHex(entry.secret)), message));
    const closed = hiddenKey && await keyOf(await hmac(hiddenKey, message));
    for (const roll of entry.rolls) {
      if (charter.dice === "manual" && entry.kind !== "act") { done.typed++; continue; }
      if (roll.hidden && !closed) { done.kept++; continue; }
      const right = await uniform(roll.hidden ? closed : open, roll.why, roll.sides);
      if (right !== roll.value) wrong(`the roll “${roll.why}” is recorded as ${roll.value}, but its key gives ${right}.`);
      done.rolls++;
    }
    seen(number, entry, wrong);
    done.entries++;
    done.seal = before;
  }
  if (!done.entries) throw new Error("The record holds no entry.");
  return done;
}

/** The locks of an entry, from which its key is made: of the charter, of an action, or of the orders of each seat. */
async function checkLocks(entry, raw, number, { head, charter }, salted, wrong) {
  const locks = new Map();
  const lock = async (name, text) => {
    const salt = fromHex(entry.salts[name] || "");
    if (salted && salt.length && hexOf(await salted(`salt ${number} ${name}`)) !== hexOf(salt)) wrong("a salt of its orders does not follow from the secret.");
    locks.set(name, await sha256(joined(salt, bytesOf(text))));
  };
  if (number === 0) locks.set("charter", head.locked ?? await sha256(bytesOf(charter)));
  else if (entry.act !== null) await lock("act", raw.get("act"));
  else {
    const orders = members(raw.get("orders"));
    for (const name of new Set([...orders.keys(), ...Object.keys(entry.locks)])) await lock(name, orders.get(name) || "[]");
  }
  const known = Object.entries(entry.locks);
  if (known.length !== locks.size || known.some(([name, value]) => locks.get(name) !== value)) wrong("its orders do not match its locks.");
}
