// A browser keeps its key to itself when a page of another site leads here; asked again from here, it shows it.
const name = `asked ${location.pathname}`;
const before = Number(sessionStorage.getItem(name));
if (Date.now() - before > 5000) {
  sessionStorage.setItem(name, String(Date.now()));
  location.reload();
}
