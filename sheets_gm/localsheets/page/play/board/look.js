// What the board shows of the open row: what it can name, what it names, its piece; and the drafts of all rows.
import { boardOf } from "../../board/board.js";
import { colour, css, readable } from "../../grid/cell_format.js";
import { isPlayed } from "../plan.js";

export class Look {
  constructor(plan, forms) {
    Object.assign(this, { plan, forms });
  }

  // The looks of the board of *tab* while the row *current* is open: what `Scene` marks.
  of(tab, current) {
    const board = boardOf(tab);
    const placeOf = (name) => (board.places.has(name) ? name : board.pieces.get(name));
    const [lit, later] = [new Set(), new Set()];
    const at = current && { tab: current.duty.tab, row: current.row };
    const clicks = at && at.tab.mark("page.clicks");
    if (this.canTake(current))
      for (const [name, column] of this.forms.targets(at)) {
        const place = placeOf(name);
        if (place) (this.forms.isNear(at, name, column) ? lit : later).add(place);
      }
    const chosen = new Set(clicks ? this.forms.chosen(at).map(placeOf).filter(Boolean) : []);
    const picked = clicks ? this.#pieceOf(at, clicks, placeOf) : null;
    const mine = new Set(this.forms.waiting([...board.names.values()]).map(([place]) => place));
    return { lit, later, chosen, picked, mine, drafts: this.#drafts(placeOf) };
  }

  // Whether a tile can fill in the row *current*: it is still open, and names its piece if it needs one.
  canTake(current) {
    const noted = current?.duty.tab.mark("page.clicks");
    if (!noted || isPlayed(current.state)) return false;
    const column = this.plan.column(current.duty.form, noted.piece || undefined);
    return column === undefined || this.plan.text(current.duty.tab, current.row, column) !== "";
  }

  #drafts(placeOf) {
    return this.forms.orders().flatMap(({ tab, row, piece, to, ready }) => {
      const way = [piece, ...to].map(placeOf).filter(Boolean);
      const ink = colour(tab.cell(row, 0).effectiveFormat?.textFormat?.foregroundColorStyle);
      return way.slice(1).map((place, step) => ({ from: way[step], to: place, ready, colour: ink && css(readable(ink)) }));
    });
  }

  #pieceOf({ tab, row }, { piece }, placeOf) {
    const column = this.plan.column({ tab }, piece);
    return column === undefined ? null : (placeOf(this.plan.text(tab, row, column)) ?? null);
  }
}
