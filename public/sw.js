/*
 * What the browser keeps for when there is no line: the files of pages and one page that says so. No other page is
 * ever stored, since a page may hold what only its reader may see. A new version takes over at once: it serves nobody
 * anything but what the server sent.
 */
const cacheName = "gharseva-1";
const offlinePage = "/offline";
/** Files of old builds go when there are more than this. */
const mostFiles = 120;

self.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOthers(), self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageFor(event));
  else if (request.method === "GET" && url.pathname.startsWith("/assets/")) event.respondWith(fileOf(request));
});

/**
 * The page, or the one that says there is no line when there is none. What the browser would have given from its memory
 * alone, such as the answer to a form it has forgotten, is asked for anew as a page.
 */
async function pageFor(event) {
  try {
    return await fromServer(event);
  } catch {
    if (!(await isReachable())) return caches.match(offlinePage);
    if (event.request.method === "POST") return Response.redirect(event.request.url, 303);
    return fetch(event.request.url, { redirect: "manual" });
  }
}

/** Whether the server answers at all. */
const isReachable = () =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

const fromServer = async (event) => (await event.preloadResponse) ?? fetch(event.request);

/** Names of built files hold their content's hash: what is kept is what the server would send. */
async function fileOf(request) {
  const cached = await caches.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone());
  return answer;
}

async function keep(request, answer) {
  const cache = await caches.open(cacheName);
  await cache.put(request, answer);
  const files = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/assets/"));
  for (const old of files.slice(0, Math.max(0, files.length - mostFiles))) await cache.delete(old);
}

/** The page with the files it is made of, asked for as nobody, so that it is nobody's. */
async function keepOfflinePage() {
  const answer = await fetch(offlinePage, { credentials: "omit", cache: "no-store" });
  if (!answer.ok) throw new Error(`${offlinePage} answered ${answer.status}`);
  const files = (await answer.clone().text()).match(/\/assets\/[\w.-]+\.(css|js|svg)/g) ?? [];
  const cache = await caches.open(cacheName);
  await cache.put(offlinePage, answer);
  await cache.addAll([...new Set(files)]);
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
}

/*
 * Pushes of new requests, and where a click on one leads. The text comes ready from the server: service and pincode only.
 */

self.addEventListener("push", (event) => {
  event.waitUntil(showPush(event.data));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(ownPath(event.notification.data)));
});

async function showPush(data) {
  const { title, body, path, tag, lang } = read(data);
  // A browser takes back the permission of a site that is pushed to and shows nothing.
  await self.registration.showNotification(title || self.location.hostname, {
    body: body || "",
    data: path,
    icon: "/apple-touch-icon.png",
    lang: lang || "en",
    ...(tag && { tag, renotify: true }),
  });
}

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** A path of this site; whatever else a push says leads to the start page. */
function ownPath(path) {
  const url = new URL(typeof path === "string" ? path : "/", self.location.origin);
  return url.origin === self.location.origin ? url.href : self.location.origin;
}

/** The page in a window that is open already, else in a new one. */
async function openPage(address) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === new URL(address).pathname);
  return there ? there.focus() : self.clients.openWindow(address);
}
