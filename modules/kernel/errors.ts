import type { MessageKey, MessageParams } from "#modules/messages/index.ts";

/** The kind of a refusal; each edge (page, API, CLI, job) translates a kind exactly once. */
export type ErrorKind =
  | "malformed"
  | "invalid"
  | "unauthenticated"
  | "denied"
  | "missing"
  | "wrongMethod"
  | "conflict"
  | "limited"
  | "unavailable";

/** Field name (dotted for nested input) → message key. */
export type FieldErrors = Record<string, MessageKey>;

/** The values of a form's fields by name: a text each, or the boxes that are ticked. */
export type FieldValues = Record<string, string | readonly string[] | null>;

/** What somebody is who changes a record. */
export const changerRoles = ["admin", "center", "technician", "onboarder", "key", "system", "other"] as const;
export type ChangerRole = (typeof changerRoles)[number];

/** What changed in a record since a form was filled from it. */
export type Meanwhile = {
  /** Its current version; an order of rows has none. */
  version?: number;
  /**
   * Each change, oldest first: by whom (`own`: by the reader; null: nobody is named, and `role` says what they are), when,
   * and of which fields.
   */
  changes: readonly {
    by: string | null;
    role: ChangerRole;
    own: boolean;
    at: string;
    fields: readonly string[];
  }[];
  /** The labels of those fields. */
  names: Record<string, MessageKey>;
  /** Their values before, as far as the history keeps them. */
  was: FieldValues;
  /** Their values now, as the reader may see them. */
  now: FieldValues;
};

/** A limit: what is counted, and how many uses of it in how many seconds, or without them at one time. */
export type Quota = { name: string; points: number; seconds?: number };

/** How much of a limit is left to a caller, and in how many seconds there is more of it. */
export type QuotaLeft = { quota: Quota; left: number; seconds?: number };

type Details = {
  fields?: FieldErrors;
  /** The most characters of the fields that are too long. */
  limits?: Record<string, number>;
  params?: MessageParams;
  meanwhile?: Meanwhile;
  quota?: Quota;
};

/** A refusal by a business rule: a kind and a message key, never a text or an HTTP status. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly key: MessageKey;
  readonly fields: FieldErrors | undefined;
  readonly limits: Record<string, number> | undefined;
  readonly params: MessageParams | undefined;
  readonly meanwhile: Meanwhile | undefined;
  readonly quota: Quota | undefined;

  constructor(kind: ErrorKind, key: MessageKey, details: Details = {}) {
    super(`${kind}: ${key}`);
    this.name = "DomainError";
    this.kind = kind;
    this.key = key;
    this.fields = details.fields;
    this.limits = details.limits;
    this.params = details.params;
    this.meanwhile = details.meanwhile;
    this.quota = details.quota;
  }
}

/** What was sent cannot be read at all, so nothing in it is judged. */
export const malformed = (key: MessageKey) => new DomainError("malformed", key);

/** The input cannot be accepted; `fields` says which part and why, `limits` how long those may be that are too long. */
export const invalid = (key: MessageKey, fields?: FieldErrors, limits?: Record<string, number>) =>
  new DomainError("invalid", key, { ...(fields && { fields }), ...(limits && { limits }) });

/** Nobody is signed in, or the session is over. */
export const unauthenticated = (key: MessageKey = "session.invalid") => new DomainError("unauthenticated", key);

/** Signed in, but not allowed: 'No permission , contact admin'. */
export const denied = (key: MessageKey = "permission.denied", params?: MessageParams) =>
  new DomainError("denied", key, params ? { params } : {});

/** The thing asked for does not exist for this caller. */
export const missing = (key: MessageKey) => new DomainError("missing", key);

/** What is read, or null where it does not exist for this caller. */
export async function nullIfMissing<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  }
}

/** The address exists, and is asked by other methods. */
export const wrongMethod = (key: MessageKey, params: MessageParams) => new DomainError("wrongMethod", key, { params });

/** The thing is in a state that does not allow this. */
export const conflict = (key: MessageKey, params?: MessageParams) =>
  new DomainError("conflict", key, params ? { params } : {});

/** The record changed since the form was filled from it; `meanwhile` says what and by whom. */
export const changed = (meanwhile?: Meanwhile, key: MessageKey = "error.changed") =>
  new DomainError("conflict", key, meanwhile ? { meanwhile } : {});

/** Asked too often: in how many seconds to try again, and which limit is used up. */
export const limited = (key: MessageKey, params: MessageParams & { seconds: number }, quota: Quota) =>
  new DomainError("limited", key, { params, quota });

/** An outside service does not answer, or this one is overloaded; `seconds` says when a retry makes sense. */
export const unavailable = (key: MessageKey, params?: MessageParams) =>
  new DomainError("unavailable", key, params ? { params } : {});

const statuses: Record<ErrorKind, number> = {
  malformed: 400,
  invalid: 422,
  unauthenticated: 401,
  denied: 403,
  missing: 404,
  wrongMethod: 405,
  conflict: 409,
  limited: 429,
  unavailable: 503,
};

/**
 * The headers that say what is left of limits, those with the least first: `ratelimit-policy` and `ratelimit` as
 * draft-ietf-httpapi-ratelimit-headers-10 has them. None for no limits.
 */
export function quotaHeaders(quotas: readonly QuotaLeft[]): Record<string, string> {
  if (quotas.length === 0) return {};
  const sorted = [...quotas].sort((one, other) => one.left - other.left);
  const policy = ({ name, points, seconds }: Quota) =>
    `"${name}";q=${points}${seconds ? `;w=${seconds}` : ';qu="concurrent-requests"'}`;
  return {
    "ratelimit-policy": sorted.map(({ quota }) => policy(quota)).join(", "),
    ratelimit: sorted
      .map(({ quota, left, seconds }) => `"${quota.name}";r=${left}${seconds === undefined ? "" : `;t=${seconds}`}`)
      .join(", "),
  };
}

/** When to try again after a refusal, in seconds, and the limit that is used up. Undefined where it says neither. */
export function waitOf({ params, quota }: DomainError): { seconds: number; used?: QuotaLeft } | undefined {
  const { seconds } = params ?? {};
  if (typeof seconds !== "number") return undefined;
  return { seconds, ...(quota && { used: { quota, left: 0, seconds } }) };
}

/** The headers of a refusal that say when to try again: `retry-after`, and those of the limit that is used up. */
export function waitHeaders(error: DomainError): Record<string, string> {
  const wait = waitOf(error);
  return wait ? { "retry-after": String(wait.seconds), ...quotaHeaders(wait.used ? [wait.used] : []) } : {};
}

/** The HTTP status of a kind of refusal. */
export const statusOf = (kind: ErrorKind) => statuses[kind];
