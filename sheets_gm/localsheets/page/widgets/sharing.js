// The dialog in which a spreadsheet is shared: who may open it, and what those with its link may do. What this account may
// change there is decided by the server, as for every other client of the API.
import { call } from "../server/api.js";
import { element } from "./elements.js";

const ROLES = [
  ["reader", "Viewer"],
  ["commenter", "Commenter"],
  ["writer", "Editor"],
];
const LINK = "anyoneWithLink"; // the id of the permission of anyone with the link

export class Sharing {
  constructor(button, dialog, spreadsheet) {
    Object.assign(this, { button, dialog, spreadsheet });
    button.addEventListener("click", () => this.open());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  // Show the button to those who may share.
  offer(allowed) {
    this.button.hidden = !allowed;
  }

  async open() {
    this.status = element("p", "status");
    this.status.role = "status";
    this.people = element("ul", "people");
    const title = element("h2", "", `Share “${this.spreadsheet.title}”`);
    title.id = "sharing-title";
    this.dialog.replaceChildren(title, this.#addition(), this.people, this.#link(), this.status, this.#foot());
    this.dialog.showModal();
    await this.#change("", async () => {});
  }

  #path(more = "") {
    return `/drive/v3/files/${encodeURIComponent(this.spreadsheet.id)}/permissions${more}`;
  }

  // Make a change, say that it is *done*, or why it is not, and show who has access now.
  async #change(done, work) {
    this.status.classList.remove("failed");
    this.status.textContent = "";
    try {
      await work();
      this.status.textContent = done;
    } catch (error) {
      this.status.classList.add("failed");
      this.status.textContent = error.code === undefined ? "The server does not respond. Try again." : error.message;
    }
    const answer = await call("GET", this.#path()).catch(() => null);
    if (answer) this.#draw(answer.permissions);
  }

  // A line to add somebody by address.
  #addition() {
    const address = document.createElement("input");
    Object.assign(address, { type: "email", required: true, placeholder: "Add an e-mail address", ariaLabel: "E-mail address", autocomplete: "off" });
    const role = select("Role", ROLES, "writer");
    const button = element("button", "main", "Add");
    const form = element("form", "addition", address, role, button);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const emailAddress = address.value.trim();
      await this.#change(`${emailAddress} is added.`, async () => {
        await call("POST", this.#path(), { type: "user", role: role.value, emailAddress });
        address.value = "";
      });
      address.focus();
    });
    return form;
  }

  // What anyone with the link may do, and the link.
  #link() {
    this.anyone = select("Anyone with the link", [["", "No access"], ...ROLES], "");
    this.anyone.addEventListener("change", () => {
      const role = this.anyone.value;
      if (role) this.#change("Changed.", () => call("POST", this.#path(), { type: "anyone", role }));
      else this.#change("Only the people above have access.", () => call("DELETE", this.#path(`/${LINK}`)));
    });
    const address = document.createElement("input");
    Object.assign(address, { readOnly: true, ariaLabel: "Link", value: `${location.origin}${location.pathname}` });
    address.addEventListener("focus", () => address.select());
    return element("div", "link", element("label", "", "Anyone with the link ", this.anyone), address);
  }

  #foot() {
    const button = element("button", "", "Done");
    button.type = "button";
    button.addEventListener("click", () => this.dialog.close());
    return element("div", "foot", button);
  }

  #draw(permissions) {
    const held = this.people.contains(document.activeElement);
    this.people.replaceChildren(...permissions.filter(({ id }) => id !== LINK).map((each) => this.#person(each)));
    this.anyone.value = permissions.find(({ id }) => id === LINK)?.role ?? "";
    if (held) this.dialog.querySelector("form input").focus();
  }

  #person({ id, type, role, emailAddress, domain, displayName }) {
    const name = emailAddress ?? domain ?? "";
    const more = type === "user" && displayName === undefined ? "has no account on this server yet" : type === "user" ? "" : type;
    const who = element("span", "who", element("strong", "", name), ...(more ? [element("small", "", more)] : []));
    if (role === "owner") return element("li", "", who, element("small", "", "Owner"));
    const chosen = select(`Role of ${name}`, ROLES, role);
    chosen.addEventListener("change", () => this.#change(`${name} is changed.`, () => call("PATCH", this.#path(`/${id}`), { role: chosen.value })));
    const button = element("button", "", "Remove");
    Object.assign(button, { type: "button", ariaLabel: `Remove ${name}` });
    button.addEventListener("click", () => this.#change(`${name} is removed.`, () => call("DELETE", this.#path(`/${id}`))));
    return element("li", "", who, chosen, button);
  }
}

function select(label, options, value) {
  const made = document.createElement("select");
  made.ariaLabel = label;
  made.append(...options.map(([key, text]) => new Option(text, key, false, key === value)));
  return made;
}
