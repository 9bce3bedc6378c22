/** The state of push notifications in this browser; `unreachable` means its push service did not answer. */
export type PushState = "unsupported" | "blocked" | "off" | "asking" | "on" | "unreachable";

const worker = "/sw.js";

/** Reads the state in this browser; `known` are the hashed addresses the server pushes to in this session. */
export async function pushStateHere(known: string[]): Promise<PushState> {
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!able) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const endpoint = await endpointHere();
  const on = Notification.permission === "granted" && endpoint && known.includes(await hashed(endpoint));
  return on ? "on" : "off";
}

/** The address of this browser's subscription, if it has one. */
export async function endpointHere(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription())?.endpoint;
}

/** Subscribes this browser again: an existing subscription may use another key. */
export async function subscribeHere(key: string) {
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, tooLong()]);
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
}

/** Rejects after a while, so that a service worker that never starts counts as unreachable. */
const tooLong = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error("the worker did not start")), 10_000));

/** Ends this browser's subscription. */
export async function unsubscribeHere() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

async function hashed(text: string) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
