import { z } from "zod";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { rupees } from "#modules/kernel/money.ts";
import { type Locale, say } from "#modules/messages/index.ts";
import { escapeHtml, hiddenFields, htmlPage } from "../html.ts";
import { Refused } from "./answers.ts";
import { isOurs, pay, signedCallback } from "./checkout.ts";
import { paymentFailure } from "./shapes.ts";
import { findOrder, newId } from "./store.ts";

const webAddress = z.url({ protocol: /^https?$/ });

const Checkout = z.object({
  key_id: z.string(),
  order_id: z.string(),
  name: z.string().default(""),
  description: z.string().default(""),
  callback_url: webAddress,
  cancel_url: webAddress.optional(),
});

const payPath = "/sandbox/razorpay/v1/checkout/embedded/pay";

/**
 * The hosted checkout page: a form of the shop posts here, and one of two buttons leads back to its callback_url with
 * the callback's fields, all without JavaScript.
 */
export async function hostedCheckout(request: Request, locale: Locale): Promise<Response> {
  const form = Checkout.safeParse(Object.fromEntries(new URLSearchParams(await request.text())));
  if (!form.success) return problem(locale, "sandbox.checkout.wrongAddress");
  const { key_id, order_id, name, description, callback_url, cancel_url } = form.data;
  const order = key_id === env.paymentKeyId ? await unitOfWork(() => findOrder(order_id)) : undefined;
  if (!order || order.status === "paid") return problem(locale, "sandbox.checkout.unknown", cancel_url);

  // The payment's id is chosen before a button is pressed, so that the form already holds the callback's fields: the
  // browser is redirected with 307, which repeats the form's body at the shop's address.
  const paymentId = newId("pay");
  const text = (key: Parameters<typeof say>[0], params = {}) => escapeHtml(say(key, params, locale));
  return htmlPage(
    say("sandbox.checkout.title", {}, locale),
    `<main class="sandbox-checkout">
<h1>${text("sandbox.checkout.title")}</h1>
<p class="sandbox-notice">${text("sandbox.checkout.notice")}</p>
<p>${text("sandbox.checkout.to", { name: name || env.productName })}${description ? `<br>${escapeHtml(description)}` : ""}</p>
<p>${text("sandbox.checkout.amount")}<br><span class="sandbox-amount">${rupees(Number(order.amount))}</span></p>
${payForm("success", callback_url, signedCallback(order_id, paymentId), text("sandbox.checkout.pay"))}
${payForm("failure", callback_url, failedCallback(order_id, paymentId), text("sandbox.checkout.fail"))}
${cancel_url ? `<a class="sandbox-button" href="${escapeHtml(cancel_url)}">${text("sandbox.checkout.cancel")}</a>` : ""}
</main>`,
    { locale },
  );
}

function payForm(outcome: "success" | "failure", callbackUrl: string, fields: Record<string, string>, label: string) {
  const action = `${payPath}?${new URLSearchParams({ outcome, callback_url: callbackUrl })}`;
  return `<form method="post" action="${escapeHtml(action)}">
${hiddenFields(fields)}
<button class="sandbox-button${outcome === "success" ? " sandbox-button-primary" : ""}">${label}</button>
</form>`;
}

/** The fields a failed hosted checkout posts to the callback. */
const failedCallback = (orderId: string, paymentId: string) => ({
  "error[code]": paymentFailure.code,
  "error[description]": paymentFailure.description,
  "error[source]": paymentFailure.source,
  "error[step]": paymentFailure.step,
  "error[reason]": paymentFailure.reason,
  "error[metadata]": JSON.stringify({ payment_id: paymentId, order_id: orderId }),
});

const Pressed = z.object({ outcome: z.enum(["success", "failure"]), callback_url: webAddress });
const Metadata = z.object({ payment_id: z.string().regex(/^pay_\w{14}$/), order_id: z.string() });
const Callback = z.object({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
});

/** Handle a pressed button of the hosted checkout: pay or fail, then send the same fields on to the shop. */
export async function hostedPay(request: Request, locale: Locale): Promise<Response> {
  const pressed = Pressed.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!pressed.success) return problem(locale, "sandbox.checkout.wrongAddress");
  const { outcome, callback_url } = pressed.data;
  const which = subjectOf(new URLSearchParams(await request.text()), outcome);
  if (!which) return problem(locale, "sandbox.checkout.unknown");
  try {
    await pay({ order_id: which.order_id, outcome, payment_id: which.payment_id, webhook: true });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (outcome === "success") return problem(locale, "sandbox.checkout.unknown");
  }
  return new Response(null, { status: 307, headers: { location: callback_url, "cache-control": "no-store" } });
}

/** The order and payment of a pressed button; undefined when the fields were not written by this page. */
function subjectOf(form: URLSearchParams, outcome: "success" | "failure") {
  if (outcome === "success") {
    const callback = Callback.safeParse(Object.fromEntries(form)).data;
    return callback && isOurs(callback)
      ? { order_id: callback.razorpay_order_id, payment_id: callback.razorpay_payment_id }
      : undefined;
  }
  try {
    return Metadata.safeParse(JSON.parse(form.get("error[metadata]") ?? "")).data;
  } catch {
    return undefined;
  }
}

function problem(locale: Locale, key: "sandbox.checkout.unknown" | "sandbox.checkout.wrongAddress", back?: string) {
  const text = (which: Parameters<typeof say>[0]) => escapeHtml(say(which, {}, locale));
  return htmlPage(
    say("sandbox.checkout.title", {}, locale),
    `<main class="sandbox-checkout"><h1>${text("sandbox.checkout.title")}</h1><p class="sandbox-error" role="alert">${text(key)}</p>
${back ? `<a class="sandbox-button" href="${escapeHtml(back)}">${text("sandbox.checkout.cancel")}</a>` : ""}</main>`,
    { locale, status: 400 },
  );
}
