// The stream of events from the server. A hidden page closes its stream, because browsers allow few per host.

const FIRST = 300;
const LONGEST = 4000;

export class EventStream {
  // *on* has a callback for each kind of event: here, changed, people, closed, up, down.
  constructor(query, on) {
    Object.assign(this, { query, on, wait: FIRST });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.open()));
    addEventListener("online", () => this.open());
    addEventListener("pagehide", () => this.#close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    this.open();
  }

  open() {
    if (this.stream || document.hidden) return;
    clearTimeout(this.later);
    const stream = new EventSource(`/events?${new URLSearchParams(this.query)}`);
    this.stream = stream;
    stream.onopen = () => {
      this.wait = FIRST;
      this.on.up();
    };
    stream.onerror = () => {
      this.#close();
      this.on.down();
      this.later = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST);
    };
    stream.onmessage = (event) => this.on.changed(JSON.parse(event.data));
    stream.addEventListener("here", (event) => this.on.here?.(JSON.parse(event.data)));
    stream.addEventListener("people", (event) => this.on.people?.(JSON.parse(event.data)));
    stream.addEventListener("closed", () => this.on.closed?.());
  }

  #close() {
    this.stream?.close();
    this.stream = null;
  }
}
