// Whether anybody reads what is typed: the program that owns a spreadsheet calls the server now and then, or it has ended.
const today = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const earlier = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const DAY = 86400; // seconds

// A *look* of the server, {at, pause, ended}, as {ended, text}: whether the program has ended, and what a reader should know;
// null where it reads all the time, or nobody is waited for.
export function lookText(look) {
  if (!look) return null;
  if (look.ended) return { ended: true, text: `No sync has looked since ${time(look.at)}; what you type is kept.` };
  if (!look.pause) return null;
  const often = look.pause < 90 ? "minute" : `${Math.round(look.pause / 60)} min`;
  return { ended: false, text: `What you type is read about every ${often}, next about ${time(look.at + look.pause)}.` };
}

function time(instant) {
  const format = Math.abs(Date.now() / 1000 - instant) < DAY / 2 ? today : earlier;
  return format.format(new Date(instant * 1000));
}
