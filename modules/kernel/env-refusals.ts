import type { Values } from "./env-variables.ts";
import { proxiesRefusal } from "./trusted-proxies.ts";

/**
 * Whether messages and payments are emulated: by default outside production, in production only with SANDBOX=1, which
 * `npm run demo` sets.
 */
export const isSandbox = (values: Values) => values.SANDBOX ?? values.NODE_ENV !== "production";

/** The combinations a process refuses to start with: real gateways without keys, and anything weak in production. */
export function refusals(values: Values): string[] {
  const problems: string[] = [];
  const need = (name: keyof Values, why: string) => values[name] === undefined && problems.push(`${name} ${why}`);
  if (!isSandbox(values)) {
    for (const name of ["RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRET"] as const)
      need(name, "is missing: payments need it (or SANDBOX=1)");
    need("MSG91_AUTH_KEY", "is missing: one-time passwords are sent with it (or SANDBOX=1)");
    for (const name of ["OPERATOR_LEGAL_NAME", "OPERATOR_ADDRESS", "OPERATOR_STATE_CODE"] as const)
      need(name, "is missing: it stands on every invoice");
    if (weak(values.RAZORPAY_KEY_SECRET, 16)) problems.push("RAZORPAY_KEY_SECRET is too weak");
    if (weak(values.RAZORPAY_WEBHOOK_SECRET, 16)) problems.push("RAZORPAY_WEBHOOK_SECRET is too weak");
  }
  for (const name of providerAddresses) if (overOpenWire(values[name], values)) problems.push(`${name} must be https`);
  if (
    values.OPERATOR_GSTIN &&
    values.OPERATOR_STATE_CODE &&
    !values.OPERATOR_GSTIN.startsWith(values.OPERATOR_STATE_CODE)
  )
    problems.push("OPERATOR_GSTIN does not begin with OPERATOR_STATE_CODE");
  if ((values.WHATSAPP_TOKEN === undefined) !== (values.WHATSAPP_PHONE_ID === undefined))
    problems.push(`${values.WHATSAPP_TOKEN ? "WHATSAPP_PHONE_ID" : "WHATSAPP_TOKEN"} is missing: both or neither`);
  if (values.FCM_PROJECT_ID !== undefined)
    for (const name of ["FCM_CLIENT_EMAIL", "FCM_PRIVATE_KEY"] as const) need(name, "is missing for FCM_PROJECT_ID");
  const vapid = ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"] as const;
  if (vapid.some((name) => values[name] !== undefined))
    for (const name of vapid) need(name, "is missing: web push needs all three or none");
  if (values.MAPS_PROVIDER === "google") need("MAPS_API_KEY", "is missing for MAPS_PROVIDER");
  const proxies = proxiesRefusal(values.TRUST_PROXY);
  if (proxies) problems.push(`TRUST_PROXY ${proxies}`);
  if (values.METRICS_PORT === values.PORT) problems.push("METRICS_PORT must be another port than PORT");
  if (values.WORKER_PORT !== undefined && [values.PORT, values.METRICS_PORT].includes(values.WORKER_PORT))
    problems.push("WORKER_PORT must be another port than PORT and METRICS_PORT");
  if (isSandbox(values)) problems.push(...sandboxAddressRefusals(values));
  if (isSandbox(values) && /^\s*rzp_live_/i.test(values.RAZORPAY_KEY_ID ?? ""))
    problems.push("RAZORPAY_KEY_ID is a live key, and the sandbox takes no real payment: SANDBOX=0, or a test key");
  return values.NODE_ENV === "production" ? [...problems, ...productionRefusals(values)] : problems;
}

function productionRefusals(values: Values): string[] {
  const problems: string[] = [];
  // The sandbox's launcher passes a generated secret to its child processes and keeps the original with the data.
  if (!values.APP_SECRET && !isSandbox(values)) problems.push("APP_SECRET is missing: 32 random characters or more");
  if (weak(values.APP_SECRET, 32)) problems.push("APP_SECRET is too weak: use `openssl rand -base64 48`");
  if (isSandbox(values)) return problems;
  if (!values.DATABASE_URL) problems.push("DATABASE_URL is missing");
  for (const name of ["DATABASE_URL", "OWNER_DATABASE_URL"] as const)
    if (weakPassword(values[name])) problems.push(`${name} has a missing or well-known password`);
  if (!values.PUBLIC_URL) problems.push("PUBLIC_URL is missing: the https address customers open");
  else if (!values.PUBLIC_URL.startsWith("https:")) problems.push("PUBLIC_URL must be https");
  return problems;
}

const providerAddresses = [
  "RAZORPAY_BASE_URL",
  "MSG91_BASE_URL",
  "WHATSAPP_BASE_URL",
  "FCM_BASE_URL",
  "MAPS_BASE_URL",
] as const satisfies readonly (keyof Values)[];

/**
 * Whether a provider would be called without TLS. Keys and codes need it with real gateways and in production; a
 * sandbox's own emulators on this machine do not.
 */
function overOpenWire(url: string | undefined, values: Values): boolean {
  if (!url?.startsWith("http:") || (isSandbox(values) && isLoopback(url))) return false;
  return !isSandbox(values) || values.NODE_ENV === "production";
}

type Addresses = Pick<Values, "HOST" | "PUBLIC_URL"> & Partial<Pick<Values, "SANDBOX_ORIGIN">>;

/**
 * Why the sandbox cannot run at these addresses, whatever NODE_ENV is: it shows every one-time password and takes no
 * real payment, so it listens, is opened and is called on this machine alone (fixed point 20).
 */
export function sandboxAddressRefusals(values: Addresses): string[] {
  const end = "in the sandbox (elsewhere: NODE_ENV=production and SANDBOX=0)";
  const problems: string[] = [];
  if (!isLoopbackHost(values.HOST)) problems.push(`HOST must be localhost, 127.0.0.1 or ::1 ${end}`);
  for (const name of ["PUBLIC_URL", "SANDBOX_ORIGIN"] as const)
    if (values[name] && !isLoopback(values[name]))
      problems.push(`${name} must be an address of this machine (http://localhost:PORT) ${end}`);
  return problems;
}

const isLoopbackHost = (host: string) => /^(localhost|127\.0\.0\.1|::1)$/i.test(host);

/**
 * Whether an address always leads to this machine, by one of the three names that the sandbox answers:
 * `http://localhost:3000`, `http://127.0.0.1:3000`, `http://[::1]:3000`.
 */
export function isLoopback(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed || parsed.username || parsed.password) return false;
  return isLoopbackHost(parsed.hostname.replace(/^\[(.*)\]$/, "$1"));
}

const wellKnown =
  /change.?me|replace.?me|example|password|your.?secret|default.?secret|^(secret|postgres|admin|root|app)$/i;

/** Whether a secret is too short, well known, or made of few or repeated characters. */
export function weak(secret: string | undefined, least: number): boolean {
  if (secret === undefined) return false;
  if (secret.length < least || wellKnown.test(secret) || /^(.{1,16}?)\1+.{0,15}$/.test(secret)) return true;
  const counts = new Map<string, number>();
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1);
  const bits = [...counts.values()].reduce((sum, n) => sum - n * Math.log2(n / secret.length), 0);
  return bits < least * 2.5;
}

function weakPassword(url: string | undefined): boolean {
  if (!url || !URL.canParse(url)) return false;
  const { password, username } = new URL(url);
  return password === "" || password === username || wellKnown.test(decodeURIComponent(password));
}
