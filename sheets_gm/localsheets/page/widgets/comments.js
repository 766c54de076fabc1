// The comments of the spreadsheet beside its cells: about a cell or about all of it, with replies. They are those of the
// Drive API. What others wrote since the panel was last open counts as unread.
import { address, parse } from "../spreadsheet/a1.js";
import { call } from "../server/api.js";
import { announce } from "./messages.js";
import { badge } from "./presence.js";
import { element } from "./elements.js";

const clock = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const MOST = 4096; // characters of a comment

export class Comments {
  // *go* opens a cell: go(tab, {row, column}).
  constructor(button, panel, { grid, selection, spreadsheet, go }) {
    Object.assign(this, { button, panel, grid, selection, spreadsheet, go, held: [], may: {}, places: new Map(), changed: [] }); // *changed* are called when others are known
    this.list = element("div", "threads");
    this.list.role = "group";
    this.list.ariaLabel = "All comments";
    this.#build();
    button.addEventListener("click", () => (panel.hidden ? this.open() : this.close()));
    panel.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    document.addEventListener("keydown", (event) => this.#key(event));
    grid.after.push(() => this.#mark());
    selection.moved.push(() => this.#showPlace());
  }

  // Offer the comments to who may see them; only some may write.
  async offer(me, may) {
    Object.assign(this, { me, may });
    this.button.hidden = false;
    this.form.hidden = !may.canComment || !me;
    await this.load();
  }

  // Open the panel; with *cell*, to write about the active cell.
  open({ cell = false } = {}) {
    this.panel.hidden = false;
    this.button.ariaExpanded = "true";
    this.about.checked = cell;
    this.#showPlace();
    this.#draw();
    this.#read();
    if (!this.form.hidden) this.text.focus();
    else this.panel.querySelector("button").focus();
  }

  close() {
    const focused = this.panel.contains(document.activeElement);
    this.panel.hidden = true;
    this.button.ariaExpanded = "false";
    if (focused) this.selection.focus();
  }

  // Ask for the comments again. Without an answer, those known before stay.
  async load() {
    if (this.button.hidden) return; // it is not known yet who reads
    const held = [];
    let pageToken;
    do {
      const more = pageToken === undefined ? {} : { pageToken };
      const answer = await call("GET", this.#path("", { pageSize: 100, ...more })).catch(() => null);
      if (answer === null) return;
      held.push(...answer.comments);
      pageToken = answer.nextPageToken;
    } while (pageToken !== undefined);
    const mark = JSON.stringify(held);
    if (mark === this.known) return;
    const first = this.known === undefined;
    this.known = mark;
    this.held = held;
    const placed = held.filter((each) => !each.resolved && placeOf(each));
    this.places = new Map(placed.map((each) => [placeName(placeOf(each)), each]));
    this.#mark();
    if (!this.panel.hidden) this.#draw();
    this.#count(!first);
    for (const call of this.changed) call();
    if (!this.panel.hidden && !document.hidden) this.#read();
  }

  // How much is said, and the last of it: {author, content, time}, the newest last.
  latest(most) {
    const said = this.#all().filter(({ content }) => content).sort((one, two) => (one.createdTime < two.createdTime ? -1 : 1));
    return { count: said.length, last: said.slice(-most).map(({ author, content, createdTime }) => ({ author: author.displayName, content, time: createdTime })) };
  }

  // What is said about a cell, or undefined.
  of(tab, { row, column }) {
    const found = this.places.get(placeName({ tab: tab.id, row, column }));
    return found && `💬 ${found.author.displayName}: ${found.content}`;
  }

  // -- unread --------------------------------------------------------------------------------------------------------------

  get #store() {
    return `comments read ${this.spreadsheet.id}`;
  }

  get #unread() {
    const since = localStorage.getItem(this.#store) ?? "";
    return this.#all().filter((each) => !each.author.me && each.createdTime > since);
  }

  #all() {
    return this.held.flatMap((each) => [each, ...each.replies]);
  }

  #read() {
    const last = this.#all().reduce((latest, each) => (each.createdTime > latest ? each.createdTime : latest), "");
    if (last) localStorage.setItem(this.#store, last);
    this.#count(false);
  }

  #count(aloud) {
    const unread = this.#unread;
    this.button.querySelector(".count").textContent = unread.length || "";
    this.button.ariaLabel = unread.length ? `Comments, ${unread.length} unread` : "Comments";
    const last = unread.at(-1);
    if (aloud && last?.content) announce(`${last.author.displayName} wrote: ${last.content}`);
  }

  // -- drawing -------------------------------------------------------------------------------------------------------------

  #build() {
    const close = element("button", "close", "✕");
    Object.assign(close, { type: "button", ariaLabel: "Close comments" });
    close.addEventListener("click", () => this.close());
    this.text = area("Write a comment");
    this.about = document.createElement("input");
    this.about.type = "checkbox";
    this.place = element("span", "");
    this.cell = element("label", "", this.about, " About ", this.place);
    this.form = element("form", "", this.text, element("div", "line", this.cell, element("button", "main", "Send")));
    this.status = element("p", "status");
    this.status.role = "status";
    submit(this.form, this.text, () => this.#say());
    this.panel.replaceChildren(element("div", "line", element("h2", "", "Comments"), close), this.list, this.form, this.status);
  }

  #showPlace() {
    const { tab, active } = this.selection;
    this.cell.hidden = !tab || this.grid.hidden; // on a board there is no active cell
    if (this.cell.hidden) this.about.checked = false;
    else this.place.textContent = `${tab.title} ${address(active.row, active.column)}`;
  }

  // A mark on each cell with an open comment.
  #mark() {
    const { tab } = this.grid;
    for (const td of this.grid.drawn()) {
      const on = this.places.has(placeName({ tab: tab?.id, ...td.at }));
      td.classList.toggle("commented", on);
      td.ariaDescription = on ? "has a comment" : null;
    }
  }

  #draw() {
    const typed = new Map([...this.list.querySelectorAll("textarea")].map((each) => [each.dataset.comment, each.value]));
    const focused = this.list.contains(document.activeElement) && document.activeElement.dataset.comment;
    this.list.replaceChildren(...this.held.map((each) => this.#thread(each)));
    if (!this.held.length) this.list.append(element("p", "none", this.form.hidden ? "No comments yet." : "No comments yet. Write the first one."));
    for (const each of this.list.querySelectorAll("textarea")) {
      each.value = typed.get(each.dataset.comment) ?? "";
      if (focused === each.dataset.comment) each.focus();
    }
    this.list.scrollTop = this.list.scrollHeight;
  }

  #thread(comment) {
    const article = element("article", comment.resolved ? "resolved" : "");
    article.tabIndex = -1;
    article.ariaLabel = `Comment of ${comment.author.displayName}`;
    const place = placeOf(comment);
    const tab = place && this.spreadsheet.tab(place.tab);
    if (tab) {
      const link = button(`${tab.title} ${address(place.row, place.column)}`, () => this.go(tab, place), "place");
      article.append(element("div", "quote", link, ...(comment.quotedFileContent ? [` “${comment.quotedFileContent.value}”`] : [])));
    }
    article.append(this.#words(comment, `/${comment.id}`));
    article.append(...comment.replies.map((reply) => this.#words(reply, `/${comment.id}/replies/${reply.id}`)));
    if (!this.form.hidden) article.append(this.#answer(comment));
    return article;
  }

  // What somebody has said: a comment or a reply.
  #words(said, path) {
    const { author, content, action, createdTime } = said;
    const words = content ?? { resolve: "marked this as resolved", reopen: "opened this again" }[action] ?? "";
    const time = element("time", "", clock.format(new Date(createdTime)));
    time.dateTime = createdTime;
    const made = element("div", "said", badge(author.displayName), element("strong", "", author.displayName), time);
    if (author.me && content) made.append(button("Delete", () => this.#ask("DELETE", path), "delete", `Delete “${content.slice(0, 40)}”`));
    made.append(element("p", content ? "" : "action", words));
    return made;
  }

  #answer(comment) {
    const text = area("Reply");
    text.rows = 1;
    text.dataset.comment = comment.id;
    const path = `/${comment.id}/replies`;
    const resolve = comment.resolved ? ["Open again", "reopen"] : ["Resolve", "resolve"];
    const form = element("form", "line", text, element("button", "", "Reply"), button(resolve[0], () => this.#ask("POST", path, { action: resolve[1] })));
    submit(form, text, () => this.#ask("POST", path, { content: text.value.trim() }, text));
    return form;
  }

  // -- writing -------------------------------------------------------------------------------------------------------------

  #path(more, query = {}) {
    const words = new URLSearchParams({ fields: "*", ...query });
    return `/drive/v3/files/${encodeURIComponent(this.spreadsheet.id)}/comments${more}?${words}`;
  }

  #say() {
    const { tab, active } = this.selection;
    const body = { content: this.text.value.trim() };
    if (this.about.checked && tab) {
      const place = address(active.row, active.column);
      body.anchor = JSON.stringify({ type: "workbook-range", uid: tab.live ?? tab.id, range: place });
      const value = this.spreadsheet.cell(tab, active.row, active.column).formattedValue;
      if (value) body.quotedFileContent = { mimeType: "text/plain", value: value.slice(0, 200) };
    }
    return this.#ask("POST", "", body, this.text);
  }

  // Write something and show it; *text* is emptied once it is written.
  async #ask(method, more, body, text) {
    this.status.textContent = "";
    try {
      await call(method, this.#path(more), body);
      if (text) text.value = "";
    } catch (error) {
      this.status.textContent = error.code === undefined ? "The server does not respond. Try again." : error.message;
    }
    await this.load();
  }

  // Ctrl+Alt+M writes a comment about the active cell.
  #key(event) {
    if (!(event.ctrlKey || event.metaKey) || !event.altKey || event.code !== "KeyM" || this.button.hidden) return;
    event.preventDefault();
    this.open({ cell: true });
  }
}

// The cell that a comment is about: {tab, row, column}; null for one about the whole spreadsheet, or about an unknown place.
function placeOf(comment) {
  try {
    const { uid, range } = JSON.parse(comment.anchor);
    const found = parse(String(range));
    return found && { tab: uid, ...found.start };
  } catch {
    return null;
  }
}

function placeName({ tab, row, column }) {
  return `${tab},${row},${column}`;
}

function area(label) {
  const made = document.createElement("textarea");
  Object.assign(made, { rows: 2, maxLength: MOST, ariaLabel: label, placeholder: label });
  return made;
}

function button(text, act, kind = "", label = text) {
  const made = element("button", kind, text);
  Object.assign(made, { type: "button", ariaLabel: label });
  made.addEventListener("click", act);
  return made;
}

// Enter sends; Shift and Enter begin a new line.
function submit(form, text, act) {
  const send = () => text.value.trim() && act();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  });
}
