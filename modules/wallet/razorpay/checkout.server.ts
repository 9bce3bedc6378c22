import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";
import { isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import { shaped } from "#modules/kernel/validation.ts";
import type { Checkout, CheckoutOrder, CheckoutPage } from "../payment-gateway.ts";
import { CheckoutCallback } from "../shared.ts";

export function checkout(): Checkout {
  const keyId = env.paymentKeyId;
  if (isEmulated(env.paymentBaseUrl)) {
    return {
      keyId,
      scriptUrl: "/sandbox/checkout.js",
      hostedUrl: "/sandbox/razorpay/v1/checkout/embedded",
      cspAllow: "",
    };
  }
  const api = "https://api.razorpay.com";
  const script = "https://checkout.razorpay.com";
  return {
    keyId,
    scriptUrl: `${script}/v1/checkout.js`,
    hostedUrl: `${api}/v1/checkout/embedded`,
    cspAllow: [
      `script-src ${script}`,
      `frame-src ${api} ${script}`,
      `connect-src ${api} ${script} https://lumberjack.razorpay.com https://lumberjack-cx.razorpay.com`,
      `img-src https://cdn.razorpay.com`,
      `form-action ${api}`,
    ].join("; "),
  };
}

/** The fields of its hosted checkout's form; `app/islands/gateway.ts` makes its script's options of them. */
export const checkoutFields = (order: CheckoutOrder, page: CheckoutPage): Record<string, string> => ({
  key_id: order.keyId,
  order_id: order.orderId,
  amount: String(order.amountPaise),
  currency: order.currency,
  name: page.shopName,
  description: page.description,
  ...(page.contact && { "prefill[name]": page.contact.name, "prefill[contact]": page.contact.phone }),
  callback_url: page.returnUrl,
  cancel_url: page.cancelUrl,
});

export const readCallback = (fields: Record<string, string>): CheckoutCallback | undefined =>
  CheckoutCallback.safeParse({
    providerOrderId: fields.razorpay_order_id,
    providerPaymentId: fields.razorpay_payment_id,
    signature: fields.razorpay_signature,
  }).data;

const Metadata = z.object({ order_id: shaped(/^\w+$/, 64, "payment.notProven") });

/** A failed checkout posts its order in the JSON of `error[metadata]`. */
export function readFailure(fields: Record<string, string>): string | undefined {
  try {
    return Metadata.safeParse(JSON.parse(fields["error[metadata]"] ?? "")).data?.order_id;
  } catch {
    return undefined;
  }
}
