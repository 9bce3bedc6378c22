/** What the origin check looks at. */
export type Asked = {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** The public address, `https://gharseva.example`. */
  publicUrl: string;
};

const harmless = new Set(["GET", "HEAD", "OPTIONS"]);

/** Proven by a signature instead, and reading no cookie of ours (fixed point 19). */
const signed = new Set(["/webhooks/razorpay", "/payment/return"]);

const personal = /(?:^|;)\s*(?:center_session|admin_session|onboarder_session|visitor|proof)=/;

/**
 * Whether a request is a mutation that did not come from our own pages: every page action, and every call that
 * carries a cookie of ours. `/api/*` without cookies speaks for itself; `Origin: null` is never ours.
 */
export function isForeign({ method, path, headers, publicUrl }: Asked) {
  if (harmless.has(method.toUpperCase())) return false;
  const address = path.toLowerCase().replace(/\/+$/, "");
  if (signed.has(address)) return false;
  const cookie = one(headers.cookie) ?? "";
  // The sandbox stands in for the gateways: it is called by programs, and only where a demo runs.
  if (/^\/(api|sandbox)\//.test(`${address}/`) && !personal.test(cookie)) return false;
  const origin = one(headers.origin);
  if (origin === undefined) return one(headers["sec-fetch-site"]) !== "same-origin";
  return !isOurs(origin, one(headers.host), publicUrl);
}

function isOurs(origin: string, host: string | undefined, publicUrl: string) {
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  return asked.origin === new URL(publicUrl).origin || asked.host === host?.toLowerCase();
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join("; ") : value);
