import { env } from "#modules/kernel/env.server.ts";
import { isEmulated } from "#modules/kernel/outside/provider-call.server.ts";

/**
 * What a pay page needs: the public key, the script, the address a form without JavaScript is posted to, and
 * `cspAllow`, the sources its Content-Security-Policy must allow (`script-src https://…; frame-src …`, in the form of
 * the x-csp-allow header; empty for the emulator, which is on this site).
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
