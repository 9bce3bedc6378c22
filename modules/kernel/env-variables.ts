import { z } from "zod";

const number = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
/** Normalised to lower-case scheme and host, so that the checks on it compare what is really called. */
const address = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).href.replace(/\/+$/, ""));
const postgres = z.string().regex(/^postgres(ql)?:\/\/[^\s]+$/, "must look like postgresql://user:password@host/name");
const sac = z.string().regex(/^\d{4,6}$/, "must have 4 to 6 digits");
const flag = z.enum(["0", "1"]).transform((value) => value === "1");

/** Every variable the product reads, with its type and default; the README says what each is for. */
export const Variables = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  CONFIG_FILE: z.string().optional(),
  OWNER_CONFIG_FILE: z.string().optional(),
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
  APP_SECRET_PREVIOUS: z
    .string()
    .transform((list) => list.split(",").map((secret) => secret.trim()))
    .refine((secrets) => secrets.every(({ length }) => length >= 32), "needs at least 32 characters in each secret")
    .optional(),
  SANDBOX: flag.optional(),
  SANDBOX_ORIGIN: address.optional(),
  PRODUCT_NAME: z.string().max(40).default("GharSeva"),
  PRODUCT_TAGLINE: z.string().max(120).default("घर की हर सेवा, एक बुकिंग पर"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).optional(),
  METRICS_PORT: number(1, 65535).optional(),
  WORKER_PORT: number(1, 65535).optional(),
  DRAIN_SECONDS: number(0, 300).optional(),
  MAX_CONNECTIONS: number(10, 1_000_000).default(4_000),
  CONNECTIONS_PER_ADDRESS: number(1, 1_000_000).default(400),
  TRUST_PROXY: z.string().default("loopback"),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RAZORPAY_BASE_URL: address.optional(),
  MSG91_AUTH_KEY: z.string().optional(),
  MSG91_BASE_URL: address.optional(),
  MSG91_TEMPLATES: z
    .string()
    .regex(/^\s*\w+\.[a-z]{2,3}=\w+\s*(,\s*\w+\.[a-z]{2,3}=\w+\s*)*$/, "must look like otp.en=ID,otp.hi=ID,…")
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
  DEFAULT_SAC: sac.default("9987"),
  LEAD_FEE_SAC: sac.default("998599"),
  SUBSCRIPTION_SAC: sac.default("998599"),
  BOOKING_FEE_SAC: sac.default("998599"),
  SUPPORT_PHONE: z.string().default("1800-000-0000"),
  SUPPORT_HOURS: z
    .string()
    .regex(/^\d{2}:\d{2}-\d{2}:\d{2}$/, "must be two times, such as 08:00-20:00")
    .default("08:00-20:00"),
  ESCALATE_AFTER_MINUTES: number(1, 1440).default(15),
  RESERVATION_MINUTES: number(1, 120).default(10),
  UNVERIFIED_ACCEPTS_PER_DAY: number(0, 10_000).default(5),
  PAPERS_KEPT_DAYS: number(0, 3_650).default(30),
  MESSAGES_KEPT_DAYS: number(30, 3_650).default(365),
  TRIALS_EXTENDED: z.enum(["off", "once"]).default("off"),
  PAYMENT_PATIENCE_MS: number(100, 60_000).default(600),
  RECONCILE_AFTER_MINUTES: number(1, 1440).default(15),
  REFUND_UNACCEPTED_AFTER_HOURS: number(1, 720).default(24),
  SECOND_ADMIN_ABOVE_RUPEES: number(0, 1_000_000).default(2_000),
  PENALTY_CAP_RUPEES: number(1, 1_000_000).default(5_000),
  ADMIN_TOTP: z.enum(["required", "optional", "off"]).optional(),
  OTP_LIMIT_ADDRESS_HOUR: number(1, 1_000_000).default(300),
  OTP_LIMIT_PREFIX_HOUR: number(1, 1_000_000).default(2000),
  OTP_LIMIT_GLOBAL_HOUR: number(1, 10_000_000).default(20_000),
  MESSAGES_PHONE_DAY: number(1, 10_000).default(100),
  MESSAGES_UNPROVED_PHONE_DAY: number(1, 10_000).default(10),
  MESSAGES_CENTER_PHONE_DAY: number(1, 10_000).default(6),
  MESSAGES_CENTER_HOUR: number(1, 1_000_000).default(60),
  MESSAGES_CENTER_DAY: number(1, 1_000_000).default(300),
  MESSAGES_CLIENT_HOUR: number(1, 1_000_000).default(300),
  MESSAGES_CLIENT_DAY: number(1, 1_000_000).default(2000),
  CHROMIUM_PATH: z.string().optional(),
  BROWSER_TEST_PORT: number(1024, 65000).optional(),
  TEST_SIZE: z.enum(["quick", "whole"]).default("quick"),
  PROOF_SEED: number(0, 2_147_483_647).optional(),
  PROOF_SIZE: number(1, 100_000_000).optional(),
});

/** The parsed variables, before checks between them. */
export type Values = z.infer<typeof Variables>;
