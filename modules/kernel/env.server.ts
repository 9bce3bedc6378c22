import { createHmac, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { z } from "zod";

/*
 * The only file that reads process.env. `env` is parsed once, at the first import: every problem is listed at once,
 * by name and never by value, and the process ends with exit code 78 (bad configuration).
 */

const number = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
const postgres = z.string().regex(/^postgres(ql)?:\/\/[^\s]+$/, "must look like postgresql://user:password@host/name");
const flag = z.enum(["0", "1"]).transform((value) => value === "1");

const Variables = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  PROJECT_ROOT: z.string().optional(),
  PORT: number(1, 65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: address.optional(),
  DATABASE_URL: postgres.optional(),
  OWNER_DATABASE_URL: postgres.optional(),
  TEST_DATABASE_URL: postgres.optional(),
  DATABASE_POOL: number(2, 200).default(10),
  EMBEDDED_PORT: number(1024, 65000).default(55432),
  DATA_DIR: z.string().optional(),
  BLOB_DIR: z.string().optional(),
  CACHE_DIR: z.string().optional(),
  SERVER_DIR: z.string().optional(),
  APP_SECRET: z.string().min(32, "needs at least 32 characters").optional(),
  SANDBOX: flag.optional(),
  SANDBOX_ORIGIN: address.optional(),
  PRODUCT_NAME: z.string().max(40).default("GharSeva"),
  PRODUCT_TAGLINE: z.string().max(120).default("घर की हर सेवा, एक बुकिंग पर"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).optional(),
  METRICS_PORT: number(1, 65535).optional(),
  TRUST_PROXY: z.string().default("loopback"),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RAZORPAY_BASE_URL: address.optional(),
  MSG91_AUTH_KEY: z.string().optional(),
  MSG91_BASE_URL: address.optional(),
  MSG91_TEMPLATES: z
    .string()
    .regex(/^\s*\w+\.(en|hi)=\w+\s*(,\s*\w+\.(en|hi)=\w+\s*)*$/, "must look like otp.en=ID,otp.hi=ID,…")
    .default(""),
  DLT_HEADER: z
    .string()
    .regex(/^[A-Za-z]{6}$/, "must be the six letters of a registered SMS header")
    .optional(),
  DLT_ENTITY_ID: z
    .string()
    .regex(/^\d{19}$/, "must be the 19 digits of a DLT principal entity id")
    .optional(),
  DLT_REGISTER: z.string().optional(),
  MSG91_WEBHOOK_SECRET: z.string().min(16, "needs at least 16 characters").optional(),
  WHATSAPP_TOKEN: z.string().optional(),
  WHATSAPP_PHONE_ID: z.string().optional(),
  WHATSAPP_BASE_URL: address.optional(),
  WHATSAPP_APP_SECRET: z.string().min(16, "needs at least 16 characters").optional(),
  WHATSAPP_VERIFY_TOKEN: z.string().min(16, "needs at least 16 characters").optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, "must be an uncompressed P-256 point in base64url (87 characters)")
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, "must be 32 bytes in base64url (43 characters)")
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, "must be mailto: or https: where push services reach the operator")
    .optional(),
  PUSH_SERVICES: z
    .string()
    .regex(/^(\*\.)?[a-z0-9.-]+(,(\*\.)?[a-z0-9.-]+)*$/, "must look like fcm.googleapis.com,*.push.apple.com")
    .default(
      "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com",
    ),
  FCM_PROJECT_ID: z.string().optional(),
  FCM_CLIENT_EMAIL: z.string().optional(),
  FCM_PRIVATE_KEY: z.string().optional(),
  FCM_BASE_URL: address.optional(),
  MAPS_PROVIDER: z.enum(["none", "google", "nominatim"]).default("none"),
  MAPS_API_KEY: z.string().optional(),
  MAPS_BASE_URL: address.optional(),
  OPERATOR_LEGAL_NAME: z.string().optional(),
  OPERATOR_ADDRESS: z.string().optional(),
  OPERATOR_STATE_CODE: z
    .string()
    .regex(/^\d{2}$/, "must be the two digits of a GST state code, such as 29")
    .optional(),
  OPERATOR_GSTIN: z
    .string()
    .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, "must be a GSTIN of 15 characters")
    .optional(),
  GST_RATE: z.coerce.number().min(0).max(40).default(18),
  DEFAULT_SAC: z
    .string()
    .regex(/^\d{4,6}$/, "must have 4 to 6 digits")
    .default("9987"),
  SUPPORT_PHONE: z.string().default("1800-000-0000"),
  ESCALATE_AFTER_MINUTES: number(1, 1440).default(15),
  RESERVATION_MINUTES: number(1, 120).default(10),
  PAYMENT_PATIENCE_MS: number(100, 60_000).default(600),
  RECONCILE_AFTER_MINUTES: number(1, 1440).default(15),
  REFUND_UNACCEPTED_AFTER_HOURS: number(1, 720).default(24),
  OTP_LIMIT_ADDRESS_HOUR: number(1, 1_000_000).default(300),
  OTP_LIMIT_PREFIX_HOUR: number(1, 1_000_000).default(2000),
  OTP_LIMIT_GLOBAL_HOUR: number(1, 10_000_000).default(20_000),
  CHROMIUM_PATH: z.string().optional(),
  BROWSER_TEST_PORT: number(1024, 65000).optional(),
  PROOF_SEED: number(0, 2_147_483_647).optional(),
  PROOF_SIZE: number(1, 100_000_000).optional(),
});

type Values = z.infer<typeof Variables>;
type Source = Record<string, string | undefined>;

/** Reads a set of variables; answers the configuration, or every problem in words that never repeat a value. */
export function readEnvironment(source: Source): { env: Environment } | { problems: string[] } {
  // An empty variable is an unset one: compose files and .env lines such as `RAZORPAY_KEY_ID=` mean "not given".
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = Variables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${words(issue)}`);
  const wrong = new Set(problems.map((problem) => problem.split(" ")[0]));
  // What holds between variables is checked too when one of them is malformed, so that one run shows all there is.
  const values = parsed.success ? parsed.data : lenient(given, wrong);
  problems.push(...refusals(values).filter((problem) => !wrong.has(problem.split(" ")[0])));
  return problems.length > 0 ? { problems } : { env: derive(values) };
}

/** The message of an issue without the value it met. */
function words(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  if (issue.code === "invalid_type") return "must be a number";
  if (issue.code === "invalid_format" && issue.format === "url") return "must be an http or https address";
  if (issue.code === "too_small" && issue.origin === "number") return `must be at least ${issue.minimum}`;
  if (issue.code === "too_big") return `must be at most ${issue.maximum}${issue.origin === "string" ? " long" : ""}`;
  return issue.message;
}

const lenient = (given: Source, wrong: Set<string | undefined>): Values =>
  Variables.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));

const isSandbox = (values: Values) => values.SANDBOX ?? values.NODE_ENV !== "production";

/** What a process may not run with: real gateways without keys, and anything weak in production. */
function refusals(values: Values): string[] {
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
    if (values.RAZORPAY_BASE_URL?.startsWith("http:")) problems.push("RAZORPAY_BASE_URL must be https");
  }
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
  return values.NODE_ENV === "production" ? [...problems, ...productionRefusals(values)] : problems;
}

function productionRefusals(values: Values): string[] {
  const problems: string[] = [];
  // The sandbox's launcher hands a generated secret to its children and keeps the original with the data.
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

const wellKnown =
  /change.?me|replace.?me|example|password|your.?secret|default.?secret|^(secret|postgres|admin|root|app)$/i;

/** Says whether a secret is too short, well known, or made of few or repeated characters. */
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

/** The folder that holds package.json, above this file or above the build made of it. */
function findRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, "package.json")) && folder !== path.dirname(folder))
    folder = path.dirname(folder);
  return folder;
}

function derive(values: Values) {
  const sandbox = isSandbox(values);
  const test = values.NODE_ENV === "test";
  const root = values.PROJECT_ROOT ?? findRoot();
  const ownTemporary = path.join(tmpdir(), `gharseva-test-${userInfo().uid}`);
  const dataDir = path.resolve(root, values.DATA_DIR ?? (test ? path.join(ownTemporary, "data") : "data"));
  const appSecret = values.APP_SECRET ?? (test ? "test-secret-0123456789-abcdefghij-KLMNOP" : keptSecret(dataDir));
  const sandboxOrigin = values.SANDBOX_ORIGIN ?? `http://127.0.0.1:${values.PORT}`;
  const derived = (purpose: string) => createHmac("sha256", appSecret).update(purpose).digest("base64url");
  const base = (given: string | undefined, real: string, emulated: string) =>
    given ?? (sandbox ? `${sandboxOrigin}/sandbox/${emulated}` : real);
  return {
    nodeEnv: values.NODE_ENV,
    production: values.NODE_ENV === "production",
    test,
    sandbox,
    sandboxOrigin,
    root,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    /** Empty when the launcher is to start the embedded PostgreSQL. */
    databaseUrl: values.DATABASE_URL ?? "",
    ownerDatabaseUrl: values.OWNER_DATABASE_URL ?? "",
    testDatabaseUrl: values.TEST_DATABASE_URL ?? "",
    databasePool: values.DATABASE_POOL,
    embeddedPort: values.EMBEDDED_PORT,
    dataDir,
    blobDir: path.resolve(root, values.BLOB_DIR ?? path.join(dataDir, "blobs")),
    /** Where root may keep what an unprivileged user must reach although the checkout is closed to it. */
    cacheDir: values.CACHE_DIR ?? "/var/cache/gharseva",
    /** Where root keeps the embedded database when the data folder is closed to PostgreSQL's user. */
    serverDir: values.SERVER_DIR ?? "/var/lib/gharseva",
    testDir: ownTemporary,
    appSecret,
    productName: values.PRODUCT_NAME,
    productTagline: values.PRODUCT_TAGLINE,
    logLevel: values.LOG_LEVEL ?? (test ? "silent" : "info"),
    metricsPort: values.METRICS_PORT,
    trustProxy: values.TRUST_PROXY,
    razorpayKeyId: values.RAZORPAY_KEY_ID ?? "rzp_test_sandbox",
    razorpayKeySecret: values.RAZORPAY_KEY_SECRET ?? derived("sandbox razorpay key"),
    razorpayWebhookSecret: values.RAZORPAY_WEBHOOK_SECRET ?? derived("sandbox razorpay webhook"),
    razorpayBaseUrl: base(values.RAZORPAY_BASE_URL, "https://api.razorpay.com", "razorpay"),
    msg91AuthKey: values.MSG91_AUTH_KEY ?? derived("sandbox msg91"),
    msg91BaseUrl: base(values.MSG91_BASE_URL, "https://control.msg91.com", "msg91"),
    msg91Templates: values.MSG91_TEMPLATES,
    dltHeader: values.DLT_HEADER ?? "",
    dltEntityId: values.DLT_ENTITY_ID ?? "",
    /** A JSON file with the registered SMS texts; empty in the sandbox, which has its own. */
    dltRegister: values.DLT_REGISTER ? path.resolve(root, values.DLT_REGISTER) : "",
    /** Empty: the provider's delivery reports are not taken. */
    msg91WebhookSecret: values.MSG91_WEBHOOK_SECRET ?? (sandbox ? derived("sandbox msg91 webhook") : ""),
    whatsappToken: values.WHATSAPP_TOKEN ?? (sandbox ? derived("sandbox whatsapp") : ""),
    whatsappPhoneId: values.WHATSAPP_PHONE_ID ?? (sandbox ? "100000000000000" : ""),
    whatsappAppSecret: values.WHATSAPP_APP_SECRET ?? (sandbox ? derived("sandbox whatsapp app") : ""),
    whatsappVerifyToken: values.WHATSAPP_VERIFY_TOKEN ?? (sandbox ? derived("sandbox whatsapp verify") : ""),
    whatsappBaseUrl: base(values.WHATSAPP_BASE_URL, "https://graph.facebook.com", "whatsapp"),
    fcmProjectId: values.FCM_PROJECT_ID ?? (sandbox ? "sandbox" : ""),
    fcmClientEmail: values.FCM_CLIENT_EMAIL ?? "",
    /** One line in the variable: its line breaks are written as \n. */
    fcmPrivateKey: values.FCM_PRIVATE_KEY?.replaceAll("\\n", "\n") ?? "",
    fcmBaseUrl: base(values.FCM_BASE_URL, "https://fcm.googleapis.com", "fcm"),
    /** The pair of keys that signs web pushes; empty where there is no push. The sandbox makes and keeps its own. */
    vapidPublicKey: values.VAPID_PUBLIC_KEY ?? "",
    vapidPrivateKey: values.VAPID_PRIVATE_KEY ?? "",
    vapidSubject:
      values.VAPID_SUBJECT ?? (values.PUBLIC_URL?.startsWith("https:") ? values.PUBLIC_URL : "mailto:push@localhost"),
    /** The hosts browsers' push services have; no other address is ever asked to take a push. */
    pushServices: values.PUSH_SERVICES.split(","),
    mapsProvider: values.MAPS_PROVIDER,
    mapsApiKey: values.MAPS_API_KEY ?? "",
    mapsBaseUrl: base(values.MAPS_BASE_URL, mapsAddress[values.MAPS_PROVIDER], "maps"),
    operatorLegalName: values.OPERATOR_LEGAL_NAME ?? `${values.PRODUCT_NAME} Home Services (demo)`,
    operatorAddress: values.OPERATOR_ADDRESS ?? "1 Residency Road, Bengaluru, Karnataka 560001",
    operatorStateCode: values.OPERATOR_STATE_CODE ?? "29",
    operatorGstin: values.OPERATOR_GSTIN,
    gstRate: values.GST_RATE,
    defaultSac: values.DEFAULT_SAC,
    supportPhone: values.SUPPORT_PHONE,
    escalateAfterMinutes: values.ESCALATE_AFTER_MINUTES,
    reservationMinutes: values.RESERVATION_MINUTES,
    /** How long a booking waits for the provider's order: it answers within a second, whatever the provider does (R14). */
    paymentPatienceMs: values.PAYMENT_PATIENCE_MS,
    reconcileAfterMinutes: values.RECONCILE_AFTER_MINUTES,
    refundUnacceptedAfterHours: values.REFUND_UNACCEPTED_AFTER_HOURS,
    otpLimitAddressHour: values.OTP_LIMIT_ADDRESS_HOUR,
    otpLimitPrefixHour: values.OTP_LIMIT_PREFIX_HOUR,
    otpLimitGlobalHour: values.OTP_LIMIT_GLOBAL_HOUR,
    chromiumPath: values.CHROMIUM_PATH,
    browserTestPort: values.BROWSER_TEST_PORT,
    /** Where a proof's randomness begins, and how much of it: a seed printed by one run repeats it in another. */
    proofSeed: values.PROOF_SEED,
    proofSize: values.PROOF_SIZE,
  };
}

const mapsAddress: Record<Values["MAPS_PROVIDER"], string> = {
  none: "",
  google: "https://maps.googleapis.com",
  nominatim: "https://nominatim.openstreetmap.org",
};

/** The sandbox's secret lives with its data, so that every command of one data folder agrees on it. */
const keptSecret = (dataDir: string) =>
  keptWithData(dataDir, "app-secret", () => randomBytes(48).toString("base64url"));

/** What is made once and lies with the data: whoever comes first writes it, all read the same. */
export function keptWithData(dataDir: string, name: string, make: () => string): string {
  const file = path.join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, make(), { mode: 0o600 });
    try {
      // A link is made whole or not at all, and fails when another process was first.
      linkSync(draft, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(file, "utf8").trim();
}

/** The configuration of this process, in our names. */
export type Environment = ReturnType<typeof derive>;

function boot(): Environment {
  const file = path.join(process.env.PROJECT_ROOT || findRoot(), ".env");
  // Tests run on the defaults: a developer's keys must not reach a real gateway from a test.
  if (process.env.NODE_ENV !== "test" && existsSync(file)) process.loadEnvFile(file);
  const read = readEnvironment(process.env);
  if ("env" in read) return read.env;
  const lines = read.problems.map((problem) => `  ${problem}`).join("\n");
  process.stderr.write(`The configuration has ${read.problems.length} problem(s) (see .env.example):\n${lines}\n`);
  process.exit(78);
}

/** On globalThis, because a process that loads both the sources and the build made of them has this file twice. */
const slot = globalThis as { gharsevaEnvironment?: Environment };

slot.gharsevaEnvironment ??= boot();

export const env: Environment = slot.gharsevaEnvironment;

/** Gives this process what was found out after the start: the database a launcher or a test prepared for it. */
export function configure(found: Partial<Environment>): void {
  Object.assign(env, found);
}

/** Lets the processes that a library will start for us know what this one chose. */
export function handDown(name: "BROWSER_TEST_PORT", value: string): void {
  process.env[name] = value;
}

/** The names of all variables, for `.env.example`. */
export const variableNames = Object.keys(Variables.shape);

/** This process's variables plus the given ones, for a child process. */
export function environmentWith(extra: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...extra } as NodeJS.ProcessEnv;
}
