import type { MessageKey, MessageParams } from "./messages/index.ts";

/** What kind of refusal this is; each edge (page, API, CLI, job) translates a kind exactly once. */
export type ErrorKind = "invalid" | "unauthenticated" | "denied" | "missing" | "conflict" | "limited" | "unavailable";

/** Field name (dotted for nested input) → message key. */
export type FieldErrors = Record<string, MessageKey>;

/** A refusal of the business: a kind, a message key and never a text or an HTTP status. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly key: MessageKey;
  readonly fields: FieldErrors | undefined;
  readonly params: MessageParams | undefined;

  constructor(kind: ErrorKind, key: MessageKey, details: { fields?: FieldErrors; params?: MessageParams } = {}) {
    super(`${kind}: ${key}`);
    this.name = "DomainError";
    this.kind = kind;
    this.key = key;
    this.fields = details.fields;
    this.params = details.params;
  }
}

/** The input cannot be used; `fields` says which part and why. */
export const invalid = (key: MessageKey, fields?: FieldErrors) =>
  new DomainError("invalid", key, fields ? { fields } : {});

/** Nobody is signed in, or the session is over. */
export const unauthenticated = (key: MessageKey = "session.invalid") => new DomainError("unauthenticated", key);

/** Signed in, but not allowed: 'No permission , contact admin'. */
export const denied = (key: MessageKey = "permission.denied") => new DomainError("denied", key);

/** The thing asked for does not exist for this caller. */
export const missing = (key: MessageKey) => new DomainError("missing", key);

/** The thing is in a state that does not allow this. */
export const conflict = (key: MessageKey, params?: MessageParams) =>
  new DomainError("conflict", key, params ? { params } : {});

/** Asked too often; try again later. */
export const limited = (key: MessageKey, params?: MessageParams) =>
  new DomainError("limited", key, params ? { params } : {});

/** An outside service we need does not answer. */
export const unavailable = (key: MessageKey) => new DomainError("unavailable", key);

const statuses: Record<ErrorKind, number> = {
  invalid: 422,
  unauthenticated: 401,
  denied: 403,
  missing: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
};

/** The HTTP status of a kind of refusal. */
export const statusOf = (kind: ErrorKind) => statuses[kind];
