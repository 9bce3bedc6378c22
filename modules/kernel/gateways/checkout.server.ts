import { env } from "../env.server.ts";
import { isEmulated } from "./provider-call.server.ts";

/**
 * What a pay page needs to know of the checkout: the public key, the script, the address a form without JavaScript is
 * posted to, and `cspAllow`, what its Content-Security-Policy must let in (`script-src https://…; frame-src …`, the
 * form of the x-csp-allow header; empty for the emulator, which is this site itself).
 */
export function checkout() {
  const keyId = env.razorpayKeyId;
  if (isEmulated(env.razorpayBaseUrl)) {
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
