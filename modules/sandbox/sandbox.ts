import { env } from "#modules/kernel/env.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { sandboxStyle } from "./html.ts";
import { handleMaps } from "./maps.ts";
import { handleFcm, handleMsg91, handleWhatsapp } from "./messages.ts";
import { handleOutbox } from "./outbox.ts";
import { overviewPage } from "./overview-page.ts";
import { checkoutScript } from "./payments/checkout-script.ts";
import { handlePayments } from "./payments/provider.ts";
import { handlePush } from "./push.ts";
import { handleWebhooks } from "./webhook-receiver.ts";

type Handler = (request: Request, locale: Locale) => Response | Promise<Response>;

const handlers: Record<string, Handler> = {
  "": overviewPage,
  outbox: handleOutbox,
  "checkout.js": (_, locale) => file("text/javascript", checkoutScript(locale)),
  "sandbox.css": () => file("text/css", sandboxStyle),
  razorpay: handlePayments,
  msg91: handleMsg91,
  whatsapp: handleWhatsapp,
  fcm: handleFcm,
  push: handlePush,
  webhooks: handleWebhooks,
  maps: handleMaps,
};

/**
 * Serve everything under /sandbox: the emulators of outside providers, their outbox, and an overview page. 404 outside
 * the sandbox.
 */
export async function handleSandbox(request: Request, locale: Locale = "en"): Promise<Response> {
  const part = new URL(request.url).pathname.split("/")[2] ?? "";
  const handler = env.sandbox && Object.hasOwn(handlers, part) ? handlers[part] : undefined;
  if (!handler) return Response.json({ error: "not found" }, { status: 404 });
  return handler(request, locale);
}

const file = (type: string, text: string) =>
  new Response(text, {
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "no-cache", vary: "cookie, accept-language" },
  });
