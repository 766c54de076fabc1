// A small map of the whole board, while only a part of it is seen: what is seen is framed, and a press goes there.
const WIDTH = 132; // pixels of the map, at most
const HEIGHT = 84;
const RESTS = 2500; // milliseconds
const PUSHED = 500; // milliseconds in which a finger or a wheel moves the board

export class Overview {
  constructor(box, scene) {
    Object.assign(this, { box, scene, pushed: -Infinity });
    [this.canvas, this.frame] = box.children;
    scene.box.addEventListener("scroll", () => this.#moved(), { passive: true });
    for (const name of ["touchmove", "wheel"]) scene.box.addEventListener(name, () => (this.pushed = performance.now()), { passive: true });
    for (const name of ["pointerdown", "pointermove"]) box.addEventListener(name, (event) => event.buttons && this.#go(event));
  }

  // On a small screen the map is seen only while somebody moves the board, and shortly after: it covers a part of it, and what
  // is covered cannot be tapped. Where the page itself moves the board, it stays away.
  #moved() {
    this.follow();
    const isPushed = performance.now() - this.pushed < PUSHED;
    if (!isPushed && !this.box.classList.contains("moving")) return;
    this.box.classList.add("moving");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.box.classList.remove("moving"), RESTS);
  }

  // Draw the tiles in their colours.
  draw() {
    const { scene, canvas } = this;
    const [width, height] = [scene.x.at(-1), scene.y.at(-1)];
    this.scale = Math.min(WIDTH / width, HEIGHT / height);
    Object.assign(canvas, { width: Math.round(width * this.scale), height: Math.round(height * this.scale) });
    const pen = canvas.getContext("2d");
    for (const tile of scene.tiles.values()) {
      const [left, top, across, down] = ["left", "top", "width", "height"].map((name) => parseFloat(tile.style[name]) * this.scale);
      pen.fillStyle = tile.style.backgroundColor || "#94a3b8";
      pen.fillRect(left, top, across, down);
      if (!tile.holds) continue;
      pen.fillStyle = tile.style.color || "#111827";
      pen.fillRect(left + across / 4, top + down / 4, across / 2, down / 2);
    }
    this.follow();
  }

  // Frame the part of the board that is seen.
  follow() {
    if (!this.scale) return;
    const { box, scale } = this.scene;
    const share = this.scale / scale;
    const whole = box.scrollWidth <= box.clientWidth + 1 && box.scrollHeight <= box.clientHeight + 1;
    this.box.hidden = whole;
    if (whole) return;
    Object.assign(this.frame.style, {
      left: `${box.scrollLeft * share}px`,
      top: `${box.scrollTop * share}px`,
      width: `${Math.min(box.clientWidth * share, this.canvas.width)}px`,
      height: `${Math.min(box.clientHeight * share, this.canvas.height)}px`,
    });
  }

  #go(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const { box, scale } = this.scene;
    const share = scale / this.scale;
    box.scrollTo((event.clientX - left) * share - box.clientWidth / 2, (event.clientY - top) * share - box.clientHeight / 2);
  }
}
