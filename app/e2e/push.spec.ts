import { type BrowserContext, expect, type Page } from "@playwright/test";
import { axe } from "./accessible.ts";
import { requestsAt, settled } from "./center-steps.ts";
import { patienceMs, test } from "./journey.ts";
import type { Center } from "./people.ts";

/*
 * The switch for push notifications. The browser's push service is on the internet, so an emulated one replaces it in
 * `pushManager.subscribe`; everything else is the product and the real browser, including the service worker.
 */

let at: ReturnType<typeof requestsAt>;
let center: Center;
test.beforeEach(async ({ baseURL }) => {
  at = requestsAt(baseURL!);
  center = await at.aCenter();
});

const toggle = (page: Page) => page.getByRole("switch", { name: "Notify me on this device" });

/** Keeps the subscription in the browser's storage, as the browser would. */
function emulatedPushService() {
  type StoredSubscription = { endpoint: string; keys: Record<string, string> };
  const read = () => JSON.parse(localStorage.getItem("emulated-push") ?? "null") as StoredSubscription | null;
  const subscription = (stored: StoredSubscription | null) =>
    stored && {
      endpoint: stored.endpoint,
      toJSON: () => stored,
      unsubscribe: async () => {
        localStorage.removeItem("emulated-push");
        return true;
      },
    };
  PushManager.prototype.getSubscription = async () => subscription(read()) as unknown as PushSubscription;
  PushManager.prototype.subscribe = async (options) => {
    if (localStorage.getItem("no-push-service")) throw new DOMException("Registration failed", "AbortError");
    const answer = await fetch("/sandbox/push/subscribe", {
      method: "POST",
      body: JSON.stringify({ applicationServerKey: options?.applicationServerKey }),
    });
    localStorage.setItem("emulated-push", await answer.text());
    return subscription(read()) as unknown as PushSubscription;
  };
}

async function openNewTickets(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto("/brodcast-requests");
  await settled(page);
  return page;
}

const pushesTo = async (page: Page) => {
  const to = await page.evaluate(() => JSON.parse(localStorage.getItem("emulated-push") ?? "{}").to as string);
  const sent = (await (await page.request.get(`/sandbox/outbox?to=${to}`)).json()) as { text: string }[];
  return sent.map(({ text }) => text);
};

test("a center turns pushes on by its own press, a request arrives with service and pincode, a click opens New Tickets", async ({
  browser,
}) => {
  const first = await at.windowOf(browser, center, { serviceWorkers: "allow" });
  const context = first.context();
  await context.addInitScript(emulatedPushService);
  await context.grantPermissions(["notifications"]);
  const page = await openNewTickets(context);
  await expect(toggle(page)).toHaveAttribute("aria-checked", "false");
  await expect(page.getByText("New requests with service and pincode, also while this page is closed.")).toBeVisible();
  await axe(page);

  await toggle(page).focus();
  await page.keyboard.press("Space");
  await expect(toggle(page)).toHaveAttribute("aria-checked", "true");
  await expect(page.getByText("On for this browser, until you log out.")).toBeVisible();
  await axe(page);
  await page.reload();
  await settled(page);
  await expect(toggle(page)).toHaveAttribute("aria-checked", "true");

  const request = await at.offered(center);
  await expect.poll(() => pushesTo(page), { timeout: patienceMs }).toHaveLength(1);
  const [text] = await pushesTo(page);
  expect(text).toMatch(
    new RegExp(`^New request\\nNew AC REPAIR request in ${center.pincode}\\. Open \\S+ to accept it\\.$`),
  );
  for (const secret of [request.phone, request.name, request.ticket_id]) expect(text).not.toContain(secret);

  // Delivers the message to the service worker as the browser would.
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith("/"));
      if (own) resolve(own.registrationId);
    }),
  );
  await devtools.send("ServiceWorker.enable");
  const [title = "", body = ""] = text!.split("\n");
  const registrationId = await registered;
  const deliver = () =>
    devtools.send("ServiceWorker.deliverPushMessage", {
      origin: new URL(page.url()).origin,
      registrationId,
      data: JSON.stringify({ title, body, path: "/brodcast-requests", tag: "t" }),
    });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
    });
  // A message delivered while the worker starts can be lost; its tag shows it once, however often it is delivered.
  await expect
    .poll(async () => {
      await deliver();
      return shown();
    })
    .toEqual([{ title, body, data: "/brodcast-requests" }]);

  await toggle(page).click();
  await expect(toggle(page)).toHaveAttribute("aria-checked", "false");
  await page.reload();
  await settled(page);
  await expect(toggle(page)).toHaveAttribute("aria-checked", "false");
  await context.close();
});

test("a click on a push focuses New Tickets or opens it, and nothing a push says leads elsewhere", async ({
  browser,
}) => {
  const page = await at.windowOf(browser, center);
  await page.goto("/brodcast-requests");
  await settled(page);
  const opened = await page.evaluate(async () => {
    const source = await (await fetch("/sw.js")).text();
    const listeners: Record<string, (event: unknown) => void> = {};
    const went: string[] = [];
    const worker = {
      location: new URL(location.origin),
      registration: {},
      addEventListener: (name: string, listener: (event: unknown) => void) => {
        listeners[name] = listener;
      },
      clients: {
        matchAll: async () => [
          { url: `${location.origin}/tickets-center`, focus: async () => went.push("focus tickets") },
        ],
        openWindow: async (address: string) => went.push(address.replace(location.origin, "")),
      },
    };
    const script = document.createElement("script");
    script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
    script.textContent = `(self => {${source}})(window.emulatedWorker)`;
    Object.assign(window, { emulatedWorker: worker });
    document.head.append(script);
    for (const data of ["/brodcast-requests", "/tickets-center", "https://evil.example/x", undefined]) {
      let done: Promise<unknown> = Promise.resolve();
      const waitUntil = (work: Promise<unknown>) => {
        done = work;
      };
      listeners.notificationclick?.({ notification: { data, close() {} }, waitUntil });
      await done;
    }
    return went;
  });
  expect(opened).toEqual(["/brodcast-requests", "focus tickets", "", "/"]);
  await page.context().close();
});

test("where pushes cannot be, the switch says why and how to undo it", async ({ browser }) => {
  const states: [string, () => void, string, boolean][] = [
    [
      "blocked",
      () => Object.defineProperty(Notification, "permission", { get: () => "denied" }),
      "Your browser blocks notifications from this site.",
      true,
    ],
    [
      "unsupported",
      () => Reflect.deleteProperty(window, "PushManager"),
      "This browser cannot show notifications.",
      true,
    ],
    [
      "unreachable",
      () => {
        localStorage.setItem("no-push-service", "1");
        Notification.requestPermission = async () => "granted";
      },
      "push service could not be reached",
      false,
    ],
  ];
  for (const [name, before, words, disabled] of states) {
    const page = await at.windowOf(browser, center, { serviceWorkers: "allow" });
    await page.addInitScript(emulatedPushService);
    await page.addInitScript(before);
    await page.goto("/brodcast-requests");
    await settled(page);
    if (name === "unreachable") await toggle(page).click();
    await expect(page.getByText(words)).toBeVisible();
    if (disabled) await expect(toggle(page)).toBeDisabled();
    else await expect(toggle(page)).toHaveAttribute("aria-checked", "false");
    await axe(page);
    await page.context().close();
  }
});

test("nobody is asked before the press, and a refusal is respected", async ({ browser }) => {
  const page = await at.windowOf(browser, center);
  await page.addInitScript(emulatedPushService);
  await page.addInitScript(() => {
    let answer: NotificationPermission = "default";
    Object.defineProperty(Notification, "permission", { get: () => answer });
    Notification.requestPermission = async () => {
      document.documentElement.dataset.asked = "1";
      answer = "denied";
      return answer;
    };
  });
  await page.goto("/brodcast-requests");
  await settled(page);
  await expect(toggle(page)).toHaveAttribute("aria-checked", "false");
  await expect(page.locator("html")).not.toHaveAttribute("data-asked", "1");
  await toggle(page).click();
  await expect(page.getByText("Your browser blocks notifications from this site.")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-asked", "1");
  await page.context().close();
});

test.describe("without JavaScript", () => {
  test("there is no switch", async ({ browser }) => {
    const page = await at.windowOf(browser, center, { javaScriptEnabled: false });
    await page.goto("/brodcast-requests");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("New Tickets");
    await expect(page.getByRole("switch")).toHaveCount(0);
    await page.context().close();
  });
});

test("a request is shared from its tracking page with its link alone, and a share without a phone only says so on the console (R080, R081)", async ({
  page,
}) => {
  const request = await at.offered(center);
  const consoleMessages: string[] = [];
  page.on("console", (message) => consoleMessages.push(message.text()));
  await page.goto(`/ServiceStatus/?${request._id}`);
  const share = page.getByRole("link", { name: "Share on WhatsApp" });
  await expect(share).toHaveAttribute("rel", "noopener noreferrer");
  const link = new URL((await share.getAttribute("href"))!);
  expect(link.origin + link.pathname).toBe("https://wa.me/");
  const text = link.searchParams.get("text")!;
  expect(text).toMatch(new RegExp(`request ${request.ticket_id} here: \\S+/ServiceStatus/\\?${request._id}$`));
  for (const secret of [request.phone, "Meera", "Nair", center.pincode]) expect(text).not.toContain(secret);
  await axe(page);
  const before = await page.locator("body").innerText();
  await page.evaluate(() => document.addEventListener("click", (event) => event.preventDefault(), { once: true }));
  await page.waitForLoadState("networkidle");
  await share.click();
  await expect.poll(() => consoleMessages).toContain("Phone number is not defined or invalid");
  expect(await page.locator("body").innerText()).toBe(before);
  expect(before).not.toContain("Phone number is not defined");
});
