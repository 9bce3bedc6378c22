import { z } from "zod";
import { env } from "../env.server.ts";
import type { Locale } from "../messages/index.ts";
import { callProvider, GatewayError, isEmulated } from "./provider-call.server.ts";
import { encryptPush, type PushKeys } from "./push-encryption.ts";
import { checkedValues, filled, placesOf, type TemplatesOn, templateOn, type ValuesOf } from "./templates.ts";
import { vapidAuthorization, vapidKeys } from "./vapid.server.ts";

/** Where a browser's pushes go, and the keys only it can read them with. */
export type Subscription = PushKeys & { endpoint: string };

/** `gone`: the browser took its subscription back; forget it. `held`: there is no push here. */
export type Pushed = { status: "sent" | "gone" | "held"; providerId: null };

/** News of a request that waits are worth nothing once it has been escalated. */
const livesSeconds = 15 * 60;

/** The public key browsers subscribe with; undefined where there is no push. */
export const pushKey = (): string | undefined => vapidKeys()?.publicKey;

/**
 * Whether an address is one of a browser's push service. It comes from the browser, and this server will call it: no
 * other host, no other port and no plain http, except our own emulator.
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

/** Push a registered text to a browser; `path` is the page a click on it opens. No personal data inside. */
export async function sendWebPush<K extends TemplatesOn<"push">>(
  subscription: Subscription,
  key: K,
  values: ValuesOf<K>,
  { path, tag, locale = "en" }: { path: string; tag: string; locale?: Locale },
): Promise<Pushed> {
  const template = templateOn(key, "push", locale)!;
  const texts = checkedValues(template, values);
  const body = filled(template, Object.fromEntries(placesOf(template).map((name, index) => [name, texts[index]!])));
  const keys = vapidKeys();
  // Nothing leaves the machine a sandbox runs on.
  const away = env.sandbox && !isEmulated(subscription.endpoint);
  if (!keys || away || !isPushService(subscription.endpoint)) return { status: "held", providerId: null };
  const text = JSON.stringify({ title: template.title, body, path, tag, lang: locale });
  try {
    await callProvider({
      provider: "webpush",
      method: "POST",
      url: subscription.endpoint,
      headers: {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        ttl: String(livesSeconds),
        urgency: "high",
        authorization: await vapidAuthorization(new URL(subscription.endpoint).origin, keys),
      },
      body: encryptPush(text, subscription),
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
