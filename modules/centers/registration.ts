import { LockMode } from "@mikro-orm/postgresql";
import { networkOf, requestOtp } from "../access/index.ts";
import { fromNow, hour, minute, now } from "../kernel/clock.ts";
import { hashToken, randomToken } from "../kernel/crypto.server.ts";
import { em, rows, transaction } from "../kernel/db.server.ts";
import { env } from "../kernel/env.server.ts";
import { DomainError } from "../kernel/errors.ts";
import { countUse } from "../kernel/limits.server.ts";
import type { Locale } from "../kernel/messages/index.ts";
import { type Registration, RegistrationSchema } from "./registration.entity.ts";

type Kind = Registration["kind"];

/** How long details wait for their code: an onboarder's unique id ten minutes (H11), a page's form two hours. */
const lifeMs: Record<Kind, number> = { center: 2 * hour, onboarder: 10 * minute };

const purposes = { center: "registration", onboarder: "onboarder_registration" } as const;

/** How much one network may have kept in an hour: as much as it may ask codes for. */
const writes = { name: "registrations", seconds: 3600, onFailure: "open" } as const;

type Asked = {
  kind: Kind;
  /** Of an earlier try in this browser, to be written anew. */
  token?: string | undefined;
  /** The onboarder who fills it in for somebody. */
  ownerId?: string | undefined;
  details: { phone: string } & Record<string, unknown>;
  address: string;
  locale?: Locale | undefined;
};

/**
 * Keep what is to be registered and send the code to its phone (R115, R122, R187); answers the token it is known by.
 * Whether the phone has an account already is not told here: only who reads its messages learns that.
 */
export async function askToRegister({ details, address, locale, ...asked }: Asked): Promise<{ token: string }> {
  const { phone } = details;
  await countUse({ ...writes, points: env.otpLimitAddressHour }, networkOf(address));
  const before = await waitingDetails(asked);
  try {
    await requestOtp({ phone, purpose: purposes[asked.kind], address, ...(locale && { locale }) });
  } catch (error) {
    // The code of this registration went out less than 30 seconds ago and still holds: it only has to be typed in.
    if (!(error instanceof DomainError && error.key === "otp.wait" && before?.phone === phone)) throw error;
  }
  return { token: await transaction(() => keep({ ...asked, details })) };
}

async function keep({ kind, token, ownerId = undefined, details }: Omit<Asked, "address" | "locale">): Promise<string> {
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

/** Send the code of waiting details once more; false when they wait no longer. */
export async function askAgain(which: Which & { address: string; locale?: Locale | undefined }): Promise<boolean> {
  const { address, locale, ...known } = which;
  const registration = await transaction(async () => {
    const found = await waiting(known, true);
    if (found) found.expiresAt = fromNow(lifeMs[found.kind]);
    return found;
  });
  if (!registration) return false;
  const { phone, kind } = registration;
  await requestOtp({ phone, purpose: purposes[kind], address, ...(locale && { locale }) });
  return true;
}

type Which = { kind: Kind; token: string; ownerId?: string | undefined };

/** What waits under a token for the code of its phone; undefined when it is over or somebody else's. */
export async function waitingDetails<T extends { phone: string }>(
  which: Omit<Which, "token"> & { token?: string | undefined },
): Promise<T | undefined> {
  const found = which.token ? await waiting({ ...which, token: which.token }) : null;
  return found ? (found.details as T) : undefined;
}

/** The registration of a token, locked for the act that completes it. */
export const waiting = ({ kind, token, ownerId }: Which, lock = false): Promise<Registration | null> =>
  em().findOne(
    RegistrationSchema,
    { tokenHash: hashToken(token), kind, ownerId: ownerId ?? null, madeId: null, expiresAt: { $gt: now() } },
    { refresh: true, ...(lock && { lockMode: LockMode.PESSIMISTIC_WRITE }) },
  );

/** Forget what was typed and never confirmed. */
export const clearRegistrations = () => rows("delete from registrations where expires_at < $1", [now()]);
