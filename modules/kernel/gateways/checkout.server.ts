import { env } from "../env.server.ts";
import { isEmulated } from "./provider-call.server.ts";

/**
 * What a pay page needs to know of the checkout: the public key, the script, the address a form without JavaScript is
 * posted to, and the origins its Content-Security-Policy must allow beside 'self' (the emulator needs none).
 */
export function checkout() {
  const keyId = env.razorpayKeyId;
  if (isEmulated(env.razorpayBaseUrl)) {
    return {
      keyId,
      scriptUrl: "/sandbox/checkout.js",
      hostedUrl: "/sandbox/razorpay/v1/checkout/embedded",
      csp: { script: [], frame: [], connect: [], formAction: [], image: [] } as CheckoutOrigins,
    };
  }
  const api = "https://api.razorpay.com";
  const script = "https://checkout.razorpay.com";
  return {
    keyId,
    scriptUrl: `${script}/v1/checkout.js`,
    hostedUrl: `${api}/v1/checkout/embedded`,
    csp: {
      script: [script],
      frame: [api, script],
      connect: [api, script, "https://lumberjack.razorpay.com", "https://lumberjack-cx.razorpay.com"],
      formAction: [api],
      image: ["https://cdn.razorpay.com"],
    } as CheckoutOrigins,
  };
}

/** Origins by CSP directive: script-src, frame-src, connect-src, form-action, img-src. */
export type CheckoutOrigins = Record<"script" | "frame" | "connect" | "formAction" | "image", string[]>;
