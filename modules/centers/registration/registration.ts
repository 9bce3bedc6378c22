import { LockMode } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { type Asker, askerOf, networkOf, requestOtp } from "#modules/access/index.ts";
import { fromNow, hour, minute, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { em, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import type { Locale } from "#modules/messages/index.ts";
import { type Registration, RegistrationSchema } from "./registration.entity.ts";

type Kind = Registration["kind"];

/**
 * How long details wait for their code: ten minutes under an onboarder's unique id (H11), two hours for a page's form.
 */
const lifeMs: Record<Kind, number> = { center: 2 * hour, onboarder: 10 * minute };

const purposes = { center: "registration", onboarder: "onboarder_registration" } as const;

/** Registrations stored per network and hour: as many as it may request codes. */
const writes = { name: "registrations", seconds: 3600, onFailure: "open" } as const;

type RegistrationRequest = Asker & {
  kind: Kind;
  /** The token of an earlier attempt in this browser, which is overwritten. */
  token?: string | undefined;
  /** The onboarder who fills it in for another person. */
  ownerId?: string | undefined;
  details: { phone: string } & Record<string, unknown>;
  locale?: Locale | undefined;
};

/**
 * Store what is to be registered and send a code to its phone (R115, R122, R187); returns its token, and the nonce of
 * the code if one was sent. Does not reveal whether the phone already has an account, except to its owner.
 */
export async function askToRegister({
  details,
  locale,
  ...fields
}: RegistrationRequest): Promise<{ token: string; nonce: string | undefined }> {
  const { phone } = details;
  await countUse({ ...writes, points: env.otpLimitAddressHour }, networkOf(fields.address));
  const before = await waitingDetails(fields);
  let nonce: string | undefined;
  try {
    ({ nonce } = await requestOtp({ phone, purpose: purposes[fields.kind], locale, ...askerOf(fields) }));
  } catch (error) {
    // The code sent for this registration less than 30 seconds ago is still valid and only has to be entered.
    if (!(error instanceof DomainError && error.key === "otp.wait" && before?.phone === phone)) throw error;
  }
  return { token: await transaction(() => keep({ ...fields, details })), nonce };
}

async function keep({
  kind,
  token,
  ownerId = undefined,
  details,
}: Omit<RegistrationRequest, "locale">): Promise<string> {
  const fresh = { phone: details.phone, details, expiresAt: fromNow(lifeMs[kind]) };
  const known = token ? await waiting({ kind, token, ownerId }, true) : null;
  if (token && known) {
    em().assign(known, fresh);
    return token;
  }
  const made = randomToken();
  em().create(RegistrationSchema, { kind, tokenHash: hashToken(made), ownerId: ownerId ?? null, ...fresh });
  return made;
}

/** Send the code of pending details again; returns its nonce, undefined when the details have expired. */
export async function askAgain({
  locale,
  ...which
}: Which & Asker & { locale?: Locale | undefined }): Promise<{ nonce: string } | undefined> {
  const registration = await transaction(async () => {
    const pending = await waiting(which, true);
    if (pending) pending.expiresAt = fromNow(lifeMs[pending.kind]);
    return pending;
  });
  if (!registration) return undefined;
  const { phone, kind } = registration;
  return requestOtp({ phone, purpose: purposes[kind], locale, ...askerOf(which) });
}

type Which = { kind: Kind; token: string; ownerId?: string | undefined };

/** The details waiting under a token for their code; undefined when expired or another person's. */
export async function waitingDetails<T extends { phone: string }>(
  which: Omit<Which, "token"> & { token?: string | undefined },
): Promise<T | undefined> {
  const pending = which.token ? await waiting({ ...which, token: which.token }) : null;
  return pending ? (pending.details as T) : undefined;
}

/** The registration of a token; with `lock`, locked for the action that completes it. */
export const waiting = ({ kind, token, ownerId }: Which, lock = false): Promise<Registration | null> =>
  em().findOne(
    RegistrationSchema,
    { tokenHash: hashToken(token), kind, ownerId: ownerId ?? null, madeId: null, expiresAt: { $gt: now() } },
    { refresh: true, ...(lock && { lockMode: LockMode.PESSIMISTIC_WRITE }) },
  );

/** Delete expired registrations. */
export const clearRegistrations = () => rows(sql`delete from registrations where expires_at < ${now()}`);
