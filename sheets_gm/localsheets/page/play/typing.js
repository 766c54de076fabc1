// What somebody types and has not entered yet: it survives that the card is drawn again, and a turn that locks meanwhile.
export class Typing {
  constructor() {
    this.held = null;
  }

  // Keep *text*, typed into the field {title, row, heading} during *step*.
  keep(at, text, step) {
    this.held = { ...at, text, step };
  }

  forget() {
    this.held = null;
  }

  // What was typed into a field; undefined if nothing was.
  text({ title, row, heading }) {
    const { held } = this;
    return held && held.title === title && held.row === row && held.heading === heading ? held.text : undefined;
  }

  // What was typed during an earlier step, or whose field is gone: {heading, text, column, locked}, with the *column* that
  // can take it now; null where nothing is lost.
  lost(current, fields, step) {
    const { held } = this;
    if (!held?.text) return null;
    const here = current?.duty.title === held.title ? fields.find((field) => field.heading === held.heading && field.kind !== "box") : undefined;
    const same = here !== undefined && current.row === held.row;
    if (same && held.step === step) return null;
    if (current && !same && held.step === step) return null; // the reader has opened another row
    return { heading: held.heading, text: held.text, column: here?.column, locked: !same };
  }
}
