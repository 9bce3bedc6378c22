/*
 * The service worker of the whole site. This part shows pushes of new requests and leads to them; what is kept for
 * offline use has listeners of its own beside these. The text comes ready from the server: service and pincode only.
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
