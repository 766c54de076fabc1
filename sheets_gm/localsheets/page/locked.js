// After a link from another site, the browser does not send its key. It does when this page reloads itself.
const name = `asked ${location.pathname}`;
const before = Number(sessionStorage.getItem(name));
if (Date.now() - before > 5000) {
  sessionStorage.setItem(name, String(Date.now()));
  location.reload();
}
