// The spreadsheets that this account can open, newest first. The list is updated while it is visible.
import { call } from "./server/api.js";
import { EventStream } from "./server/event_stream.js";
import { badge } from "./widgets/presence.js";
import { whoAmI } from "./server/account.js";

const list = document.getElementById("files");
const empty = document.getElementById("empty");
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

async function show() {
  const { files } = await call("GET", "/drive/v3/files");
  list.replaceChildren(...files.map(entry));
  empty.textContent = "No spreadsheets are shared with you yet.";
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
  more.textContent = `changed ${day.format(new Date(file.modifiedTime))} · ${accessOf(file)}`;
  link.append(icon, name, more);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function accessOf(file) {
  if (file.ownedByMe) return "yours";
  const owner = file.owners?.[0]?.displayName;
  const access = file.capabilities?.canEdit ? "you can edit" : "you can view";
  return owner ? `owned by ${owner}, ${access}` : access;
}

function showError(error) {
  empty.hidden = false;
  empty.textContent = error.code ? error.message : "The server does not respond. This page will try again.";
}

const me = await whoAmI();
if (me) {
  const name = document.createElement("span");
  name.textContent = me.emailAddress;
  document.getElementById("who").append(badge(me.displayName, `You are ${me.emailAddress}`), name);
}
const refresh = () => show().catch(showError);
await refresh();
new EventStream({}, { up: refresh, changed: refresh, down: () => showError({}) });
