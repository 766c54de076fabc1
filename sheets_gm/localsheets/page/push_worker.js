// The service worker that shows what the server sends while no page is open: whose turn it is. It keeps nothing, and no page
// is loaded through it.

const clock = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("push", (event) => {
  const { document, name, tab, due } = event.data.json();
  const until = due === null ? "no deadline" : `due ${clock.format(new Date(due * 1000))}`;
  const link = `/d/${encodeURIComponent(document)}#duty=${encodeURIComponent(tab)}`;
  const shown = { body: `${tab} · ${until}`, tag: document, icon: "/page/icon.svg", data: link };
  event.waitUntil(self.registration.showNotification(`Your turn: ${name}`, shown));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

// Show the place that a notification is about, in the page that has it already if there is one.
async function open(link) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const path = link.split("#")[0];
  const page = pages.find((each) => new URL(each.url).pathname === path);
  if (page === undefined) return self.clients.openWindow(link);
  return page.focus();
}
