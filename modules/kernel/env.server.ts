import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import type { z } from "zod";
import { readSources, type Sources } from "./configuration-source.server.ts";
import { isSandbox, refusals } from "./env-refusals.ts";
import { type Values, Variables } from "./env-variables.ts";
import { retiredSecrets, storedSecret } from "./kept-with-data.server.ts";

/*
 * The only file that reads process.env. `env` is parsed once, at the first import, from the environment and the
 * configuration file. All problems are printed together, by name and never by value, and the process exits with code 78
 * (bad configuration).
 */

type Source = Record<string, string | undefined>;

/** Parse a set of variables; returns the configuration, or every problem in words that never repeat a value. */
export function readEnvironment(source: Source): { env: Environment } | { problems: string[] } {
  // An empty variable counts as unset: compose files and .env lines such as `RAZORPAY_KEY_ID=` mean "not given".
  const setVariables = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Variables.safeParse(setVariables);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${words(issue)}`);
  const wrong = new Set(problems.map((problem) => problem.split(" ")[0]));
  // Checks between variables run even when one of them is malformed, so that one run shows every problem.
  const values = parsed.success ? parsed.data : lenient(setVariables, wrong);
  problems.push(...refusals(values).filter((problem) => !wrong.has(problem.split(" ")[0])));
  return problems.length > 0 ? { problems } : { env: derive(values) };
}

/** The message of an issue, without the offending value. */
function words(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  if (issue.code === "invalid_type") return "must be a number";
  if (issue.code === "invalid_format" && issue.format === "url") return "must be an http or https address";
  if (issue.code === "too_small" && issue.origin === "number") return `must be at least ${issue.minimum}`;
  if (issue.code === "too_big") return `must be at most ${issue.maximum}${issue.origin === "string" ? " long" : ""}`;
  return issue.message;
}

const lenient = (variables: Source, wrong: Set<string | undefined>): Values =>
  Variables.parse(Object.fromEntries(Object.entries(variables).filter(([name]) => !wrong.has(name))));

/** The folder that holds package.json, above this file or above the build it is bundled into. */
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
  const isSecretStored = values.APP_SECRET === undefined && !test;
  const appSecret = values.APP_SECRET ?? (test ? "test-secret-0123456789-abcdefghij-KLMNOP" : storedSecret(dataDir));
  const previous = [...(values.APP_SECRET_PREVIOUS ?? []), ...(isSecretStored ? retiredSecrets(dataDir) : [])];
  const sandboxOrigin = values.SANDBOX_ORIGIN ?? `http://${values.HOST.replace(/^::1$/, "[::1]")}:${values.PORT}`;
  const derived = (purpose: string) => createHmac("sha256", appSecret).update(purpose).digest("base64url");
  const base = (configured: string | undefined, real: string, emulated: string) =>
    configured ?? (sandbox ? `${sandboxOrigin}/sandbox/${emulated}` : real);
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
    /** Empty when the launcher should start the embedded PostgreSQL. */
    databaseUrl: values.DATABASE_URL ?? "",
    ownerDatabaseUrl: values.OWNER_DATABASE_URL ?? "",
    testDatabaseUrl: values.TEST_DATABASE_URL ?? "",
    databasePool: values.DATABASE_POOL,
    embeddedPort: values.EMBEDDED_PORT,
    dataDir,
    blobDir: path.resolve(root, values.BLOB_DIR ?? path.join(dataDir, "blobs")),
    /** Where root keeps files that an unprivileged user must read when the checkout is closed to that user. */
    cacheDir: values.CACHE_DIR ?? "/var/cache/gharseva",
    /** Where root keeps the embedded database when PostgreSQL's user cannot enter the data folder. */
    serverDir: values.SERVER_DIR ?? "/var/lib/gharseva-postgres",
    testDir: ownTemporary,
    appSecret,
    /** Retired secrets, the newest first: nothing new is made with them, older values can still be read. */
    previousSecrets: [...new Set(previous)].filter((secret) => secret !== appSecret),
    /** Whether the secret is kept in the data folder instead of the configuration. */
    isSecretStored,
    productName: values.PRODUCT_NAME,
    productTagline: values.PRODUCT_TAGLINE,
    logLevel: values.LOG_LEVEL ?? (test ? "silent" : "info"),
    metricsPort: values.METRICS_PORT,
    /** Where the worker tells how it is; when empty, nowhere. */
    workerPort: values.WORKER_PORT,
    /** How long a web process that was told to stop still takes requests, so that its proxy notices. */
    drainSeconds: values.DRAIN_SECONDS ?? (values.NODE_ENV === "production" && !sandbox ? 5 : 0),
    maxConnections: values.MAX_CONNECTIONS,
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    trustProxy: values.TRUST_PROXY,
    paymentKeyId: values.RAZORPAY_KEY_ID ?? "rzp_test_sandbox",
    paymentKeySecret: values.RAZORPAY_KEY_SECRET ?? derived("sandbox razorpay key"),
    paymentWebhookSecret: values.RAZORPAY_WEBHOOK_SECRET ?? derived("sandbox razorpay webhook"),
    paymentBaseUrl: base(values.RAZORPAY_BASE_URL, "https://api.razorpay.com", "razorpay"),
    msg91AuthKey: values.MSG91_AUTH_KEY ?? derived("sandbox msg91"),
    msg91BaseUrl: base(values.MSG91_BASE_URL, "https://control.msg91.com", "msg91"),
    msg91Templates: values.MSG91_TEMPLATES,
    dltHeader: values.DLT_HEADER ?? "",
    dltEntityId: values.DLT_ENTITY_ID ?? "",
    /** Path of a JSON file with the registered SMS texts (DLT); empty in the sandbox, which has its own. */
    dltRegister: values.DLT_REGISTER ? path.resolve(root, values.DLT_REGISTER) : "",
    /** Which messages would not be delivered, in words; noted at the start of a process (`noteUndeliverable`). */
    undeliverable: [] as string[],
    otpDeliverable: true,
    /** When empty, the provider's delivery reports are not accepted. */
    msg91WebhookSecret: values.MSG91_WEBHOOK_SECRET ?? (sandbox ? derived("sandbox msg91 webhook") : ""),
    whatsappToken: values.WHATSAPP_TOKEN ?? (sandbox ? derived("sandbox whatsapp") : ""),
    whatsappPhoneId: values.WHATSAPP_PHONE_ID ?? (sandbox ? "100000000000000" : ""),
    whatsappAppSecret: values.WHATSAPP_APP_SECRET ?? (sandbox ? derived("sandbox whatsapp app") : ""),
    whatsappVerifyToken: values.WHATSAPP_VERIFY_TOKEN ?? (sandbox ? derived("sandbox whatsapp verify") : ""),
    whatsappBaseUrl: base(values.WHATSAPP_BASE_URL, "https://graph.facebook.com", "whatsapp"),
    fcmProjectId: values.FCM_PROJECT_ID ?? (sandbox ? "sandbox" : ""),
    fcmClientEmail: values.FCM_CLIENT_EMAIL ?? "",
    /** A single line in the variable, with line breaks written as \n. */
    fcmPrivateKey: values.FCM_PRIVATE_KEY?.replaceAll("\\n", "\n") ?? "",
    fcmBaseUrl: base(values.FCM_BASE_URL, "https://fcm.googleapis.com", "fcm"),
    /** The key pair that signs web pushes; empty disables push. The sandbox creates and keeps its own. */
    vapidPublicKey: values.VAPID_PUBLIC_KEY ?? "",
    vapidPrivateKey: values.VAPID_PRIVATE_KEY ?? "",
    vapidSubject:
      values.VAPID_SUBJECT ?? (values.PUBLIC_URL?.startsWith("https:") ? values.PUBLIC_URL : "mailto:push@localhost"),
    /** The hosts of browsers' push services; pushes are sent to no other host. */
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
    /** The SAC of each of the operator's own sales. */
    leadFeeSac: values.LEAD_FEE_SAC,
    subscriptionSac: values.SUBSCRIPTION_SAC,
    bookingFeeSac: values.BOOKING_FEE_SAC,
    supportPhone: values.SUPPORT_PHONE,
    /** When the help line is answered, every day (IST): `08:00-20:00`. */
    supportHours: values.SUPPORT_HOURS,
    escalateAfterMinutes: values.ESCALATE_AFTER_MINUTES,
    reservationMinutes: values.RESERVATION_MINUTES,
    /** How many requests an unverified center may accept per day (IST). */
    unverifiedAcceptsPerDay: values.UNVERIFIED_ACCEPTS_PER_DAY,
    /** How long the picture of an identity paper is kept after somebody decided on it (H22). */
    papersRetentionDays: values.PAPERS_KEPT_DAYS,
    /** How long the message log remembers a message. */
    messagesRetentionDays: values.MESSAGES_KEPT_DAYS,
    /** Whether the clock begins the trial of a center again that it ended for, once. */
    trialsExtended: values.TRIALS_EXTENDED,
    /**
     * How long a booking waits for the payment provider's order, so that it answers within a second in any case (R14).
     */
    paymentPatienceMs: values.PAYMENT_PATIENCE_MS,
    reconcileAfterMinutes: values.RECONCILE_AFTER_MINUTES,
    refundUnacceptedAfterHours: values.REFUND_UNACCEPTED_AFTER_HOURS,
    /** What admins move for one center and request without a second admin, and the most they may take as penalties. */
    secondAdminAboveRupees: values.SECOND_ADMIN_ABOVE_RUPEES,
    penaltyCapRupees: values.PENALTY_CAP_RUPEES,
    /** Which admins need a code from an authenticator app to sign in; optional in the sandbox (H30). */
    adminTotp: values.ADMIN_TOTP ?? (sandbox ? "optional" : "required"),
    otpLimitAddressHour: values.OTP_LIMIT_ADDRESS_HOUR,
    otpLimitPrefixHour: values.OTP_LIMIT_PREFIX_HOUR,
    otpLimitGlobalHour: values.OTP_LIMIT_GLOBAL_HOUR,
    /** Messages per day to one customer's phone: in total, and for requests whose phone was not verified. */
    messagesPhoneDay: values.MESSAGES_PHONE_DAY,
    messagesUnprovedPhoneDay: values.MESSAGES_UNPROVED_PHONE_DAY,
    /** Messages to unverified phones caused by one center: to one phone per day, and to all phones per hour and day. */
    messagesCenterPhoneDay: values.MESSAGES_CENTER_PHONE_DAY,
    messagesCenterHour: values.MESSAGES_CENTER_HOUR,
    messagesCenterDay: values.MESSAGES_CENTER_DAY,
    /** Messages caused by the API keys of one client, to all phones per hour and day. */
    messagesClientHour: values.MESSAGES_CLIENT_HOUR,
    messagesClientDay: values.MESSAGES_CLIENT_DAY,
    chromiumPath: values.CHROMIUM_PATH,
    browserTestPort: values.BROWSER_TEST_PORT,
    /** Whether the proofs among the unit tests run in the quick size of `npm test` or in the full size. */
    testSize: values.TEST_SIZE,
    /** Seed and size of the randomised proofs: passing a printed seed repeats that run. */
    proofSeed: values.PROOF_SEED,
    proofSize: values.PROOF_SIZE,
  };
}

const mapsAddress: Record<Values["MAPS_PROVIDER"], string> = {
  none: "",
  google: "https://maps.googleapis.com",
  nominatim: "https://nominatim.openstreetmap.org",
};

/** The configuration of this process, under the product's own names. */
export type Environment = ReturnType<typeof derive>;

type Booted = { env: Environment; sources: Sources };

function boot(): Booted {
  const sources = sourcesOf(process.env);
  Object.assign(process.env, sources.shared);
  const read = readEnvironment(sources.values);
  const problems = [...sources.problems, ...("problems" in read ? read.problems : [])];
  if ("env" in read && problems.length === 0) return { env: read.env, sources };
  return refuseConfiguration(`The configuration has ${problems.length} problem(s) (see .env.example)`, problems);
}

/** What a process of this installation with the given environment reads. */
export const sourcesOf = (environment: Source): Sources =>
  readSources(environment, environment.PROJECT_ROOT || findRoot());

/** End this process for a configuration it cannot work with, with every problem in words: exit code 78. */
export function refuseConfiguration(message: string, problems: readonly string[]): never {
  // A command that was asked for JSON answers its caller so, also when it cannot begin.
  const words = process.argv.includes("--json")
    ? JSON.stringify({ error: { kind: "configuration", message, problems } })
    : [`${message}:`, ...problems.map((problem) => `  ${problem}`)].join("\n");
  process.stderr.write(`${words}\n`);
  process.exit(78);
}

/** On globalThis, because a process that loads both the sources and the build has this module twice. */
const slot = globalThis as { gharsevaBooted?: Booted };

slot.gharsevaBooted ??= boot();

export const { env, sources } = slot.gharsevaBooted;

/** Set values that are known only after the start: the database prepared by a launcher or a test. */
export function configure(settings: Partial<Environment>): void {
  Object.assign(env, settings);
}

/** Pass a chosen value on to the child processes that a library will start. */
export function handDown(name: "BROWSER_TEST_PORT", value: string): void {
  process.env[name] = value;
}

/** The names of all variables. */
export const variableNames = Object.keys(Variables.shape);

/** This process's variables plus the given ones, for a child process. */
export function environmentWith(extra: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...extra } as NodeJS.ProcessEnv;
}
