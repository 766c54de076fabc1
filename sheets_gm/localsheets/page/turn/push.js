// Web push: this browser hears of turns from the server also while no page is open, where the browser and the server know how.
import { call } from "../server/api.js";

const WORKER = "/page/push_worker.js";
const SCOPE = "/page/"; // no page lies there, so none is loaded through the worker

// Let the server send turns to this browser. Returns whether it does.
export async function subscribe() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return false;
  try {
    const { key } = await call("GET", "/push");
    const worker = await ready(await navigator.serviceWorker.register(WORKER, { scope: SCOPE }));
    const own = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = own.toJSON();
    await call("POST", "/push", { endpoint, keys });
    return true;
  } catch {
    return false; // no push service can be reached, or the server has none: open pages notify all the same
  }
}

// The end of it.
export async function unsubscribe() {
  const worker = await navigator.serviceWorker?.getRegistration(SCOPE);
  const own = await worker?.pushManager.getSubscription();
  if (!own) return;
  const { endpoint, keys } = own.toJSON();
  await own.unsubscribe();
  await call("DELETE", "/push", { endpoint, keys }).catch(() => {}); // its push service tells the server, too
}

// A registration whose worker is active: only then does it subscribe.
function ready(registration) {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker.state === "activated") return registration;
  return new Promise((resolve) => worker.addEventListener("statechange", () => worker.state === "activated" && resolve(registration)));
}
