// What the board shows of the open row: what it can name, what it names, its piece; and the drafts of all rows.
import { boardOf } from "../../board/board.js";
import { colour, css, readable } from "../../grid/cell_format.js";
import { isPlayed, nameOfRow } from "../plan.js";

export class Look {
  constructor(plan, forms) {
    Object.assign(this, { plan, forms });
  }

  // The looks of the board of *tab* while the row *current* is open: what `Scene` marks.
  of(tab, current) {
    const placeOf = places(tab);
    const [lit, later] = [new Set(), new Set()];
    const at = current && rowOf(current);
    const isHere = this.#isHere(tab, at);
    for (const [name, column] of this.targets(tab, current, isHere)) {
      const place = placeOf(name);
      if (place) (this.forms.isNear(at, name, column) ? lit : later).add(place);
    }
    const chosen = new Set(at ? this.forms.chosen(at).filter(isHere).map(placeOf).filter(Boolean) : []);
    const picked = (at && placeOf(this.forms.pieceOf(at))) ?? null;
    const mine = new Set(this.forms.waiting([...boardOf(tab).names.values()]).map(([place]) => place));
    return { lit, later, chosen, picked, mine, drafts: this.#drafts(placeOf), signs: this.#signs(current) };
  }

  // What a click on the board of *tab* can fill in of the row *current*: by each name, the column that takes it.
  targets(tab, current, isHere = this.#isHere(tab, current && rowOf(current))) {
    if (!this.#canTake(current)) return new Map();
    return new Map([...this.forms.targets(rowOf(current))].filter(([name]) => isHere(name)));
  }

  // Whether a name in the row *at* can mean something on the board of *tab*: where boards have places of the same names, the
  // row means those of the board with its piece.
  #isHere(tab, at) {
    const homes = at ? this.plan.boardsWith(this.forms.pieceOf(at)) : [];
    const elsewhere = homes.length && !homes.includes(tab) ? boardOf(homes[0]).places : new Map();
    return (name) => !elsewhere.has(name);
  }

  // Whether a tile can fill in the row *current*: it is still open, and names its piece if it needs one.
  #canTake(current) {
    if (!current || isPlayed(current.state)) return false;
    return this.forms.needNoPiece(current.duty.tab) || this.forms.pieceOf(rowOf(current)) !== "";
  }

  // What rows that need no piece put on which place: by the name of the place, what the rows are called.
  #signs(current) {
    if (!current || !this.forms.needNoPiece(current.duty.tab)) return new Map();
    const { duty } = current;
    return new Map(duty.rows.flatMap((each) => this.forms.chosen({ tab: duty.tab, row: each.row }).map((place) => [place, nameOfRow(duty, each, this.plan.seats)])));
  }

  #drafts(placeOf) {
    return this.forms.orders().flatMap(({ tab, row, piece, to, ready }) => {
      const way = [piece, ...to].map(placeOf).filter(Boolean);
      const ink = colour(tab.cell(row, 0).effectiveFormat?.textFormat?.foregroundColorStyle);
      return way.slice(1).map((place, step) => ({ from: way[step], to: place, ready, colour: ink && css(readable(ink)) }));
    });
  }
}

// The place that a name stands for on the board of *tab*: its own, or that of a piece.
function places(tab) {
  const board = boardOf(tab);
  return (name) => (board.places.has(name) ? name : board.pieces.get(name));
}

function rowOf({ duty, row }) {
  return { tab: duty.tab, row };
}
