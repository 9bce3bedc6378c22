import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";
import { callProvider, GatewayError, isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { filledText } from "../templates/template-values.ts";
import { type TemplatesOn, templateOn, type ValuesOf } from "../templates/templates.ts";
import { type VapidKeys, vapidKeys } from "./vapid.server.ts";

/** A browser's push subscription: its address and, base64url, its public key and the shared authentication secret. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** `gone`: the subscription no longer exists, delete it. `held`: push is off here. */
export type Pushed = { status: "sent" | "gone" | "held"; providerId: null };

/** The push service drops undelivered pushes after this: by then the waiting request has been escalated. */
const livesSeconds = 15 * 60;

/** The public key browsers subscribe with; undefined when push is off. */
export const pushKey = (): string | undefined => vapidKeys()?.publicKey;

/**
 * Whether a subscription's address belongs to a browser's push service. The address comes from the browser and this
 * server calls it (SSRF): no other host or port and no plain http, except our own emulator.
 */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { href, protocol, hostname, port, username, password } = new URL(endpoint);
  if (isEmulated(href)) return href.startsWith(`${env.sandboxOrigin}/sandbox/push/`);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return env.pushServices.some((known) =>
    known.startsWith("*.") ? hostname.endsWith(known.slice(1)) : hostname === known,
  );
}

/**
 * A request whose text only the subscribed browser can decrypt (RFC 8291), signed with the installation's keys (RFC
 * 8292).
 */
export async function pushRequest({ endpoint, p256dh, auth }: Subscription, text: string, keys: VapidKeys) {
  // Loaded with the first push: most processes send none.
  const { default: webpush } = await import("web-push");
  const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: { subject: env.vapidSubject, ...keys },
    contentEncoding: "aes128gcm",
    TTL: livesSeconds,
    urgency: "high",
  });
  const { "Content-Length": _, ...sent } = headers;
  const named = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { headers: Object.fromEntries(named) as Record<string, string>, body };
}

/** Send a registered text to a browser; `path` is the page a click on it opens. It contains no personal data. */
export async function sendWebPush<K extends TemplatesOn<"push">>(
  subscription: Subscription,
  key: K,
  values: ValuesOf<K>,
  { path, tag, locale = "en" }: { path: string; tag: string; locale?: Locale },
): Promise<Pushed> {
  const template = templateOn(key, "push", locale)!;
  return sendWebPushText(
    subscription,
    { title: template.title, body: filledText(template, values) },
    { path, tag, locale: template.locale },
  );
}

/** Send a text to a browser; of pushes with the same `tag` it shows the last one only. */
export async function sendWebPushText(
  subscription: Subscription,
  { title, body }: { title: string; body: string },
  { path, tag, locale = "en" }: { path: string; tag: string; locale?: Locale },
): Promise<Pushed> {
  const keys = vapidKeys();
  // A sandbox sends nothing to other machines.
  const outsideSandbox = env.sandbox && !isEmulated(subscription.endpoint);
  if (!keys || outsideSandbox || !isPushService(subscription.endpoint)) return { status: "held", providerId: null };
  const text = JSON.stringify({ title, body, path, tag, lang: locale });
  try {
    await callProvider({
      provider: "webpush",
      method: "POST",
      url: subscription.endpoint,
      ...(await pushRequest(subscription, text, keys)),
      answer: z.unknown(),
      refusal: () => ({ code: "refused" }),
    });
    return { status: "sent", providerId: null };
  } catch (error) {
    if (error instanceof GatewayError && (error.status === 404 || error.status === 410))
      return { status: "gone", providerId: null };
    throw error;
  }
}
