import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import {
  type Asker,
  accountsAreIn,
  openSession,
  requestLoginOtp,
  spendOtp,
  spendOtpWithin,
} from "#modules/access/index.ts";
import { activeServices } from "#modules/catalog/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { em, row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { freeHumanId } from "#modules/kernel/db/human-id.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { conflict, DomainError, invalid, missing } from "#modules/kernel/errors.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { isPlain } from "#modules/kernel/validation.ts";
import type { Locale } from "#modules/messages/index.ts";
import { needNoDeskPhone } from "../desk-phones/desk-phone.ts";
import { askToRegister, waiting } from "../registration/registration.ts";
import type { OnboarderRegistration, OnboarderRow } from "../shared.ts";
import { OnboarderSchema } from "./onboarder.entity.ts";

export const onboarderColumns = sql`
  o.id, o.center_onboarder_id as "centerOnboarderId", o.name, o.country_code as "countryCode", o.phone,
  o.allowed_states as "allowedStates", o.allowed_cities as "allowedCities",
  (select json_build_object('id', s.id, 'serviceName', s.service_name) from services s
    where s.id = o.primary_service_id) as "primaryService"`;

const onboarderWhere = (condition: Sql) =>
  row<OnboarderRow>(sql`select ${onboarderColumns} from onboarders o where ${condition}`);

/** One onboarder; refuses with `onboarder.notFound`. */
export async function getOnboarder(id: string): Promise<OnboarderRow> {
  const onboarder = await onboarderWhere(sql`o.id = ${id}`);
  if (!onboarder) throw missing("onboarder.notFound");
  return onboarder;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The onboarder of a registration link (R112), by human id in any letter case or by object id; only the name is
 * returned with the id.
 */
export async function onboarderOfLink(
  id: string | undefined,
): Promise<Pick<OnboarderRow, "id" | "centerOnboarderId" | "name"> | undefined> {
  const requestedId = id?.trim();
  if (!requestedId || !isPlain(requestedId)) return undefined;
  const onboarder = uuid.test(requestedId)
    ? await onboarderWhere(sql`o.id = ${requestedId}`)
    : await onboarderWhere(sql`o.center_onboarder_id = ${requestedId.toUpperCase()}`);
  return (
    onboarder && {
      id: onboarder.id,
      centerOnboarderId: onboarder.centerOnboarderId,
      name: withoutContacts(onboarder.name),
    }
  );
}

type Asking = Asker & { details: OnboarderRegistration; token?: string | undefined; locale?: Locale };

/**
 * Store an onboarder's details and send the code; returns the `uniqueId` of the pending registration (R187, H11) and
 * the nonce of the code.
 */
export async function askToBecomeOnboarder(asking: Asking): Promise<{ uniqueId: string; nonce: string | undefined }> {
  await refuseDeadService(asking.details);
  const { token, nonce } = await askToRegister({ kind: "onboarder", ...asking });
  return { uniqueId: token, nonce };
}

/**
 * Register the onboarder whose details wait under a unique id, by the code sent to the phone (R186–R188); one account
 * per id and per phone. That a phone already has an account is revealed only after its code.
 */
export async function registerOnboarder(
  actor: ActorOf<"anyone">,
  { uniqueId, otp, nonces }: { uniqueId: string; otp: string; nonces?: readonly string[] | undefined },
): Promise<OnboarderRow> {
  const made = await oneOnboarderOfAPhone(() =>
    transaction(async () => {
      const registration = await waiting({ kind: "onboarder", token: uniqueId }, true);
      if (!registration) throw conflict("registration.over");
      const { phone } = registration;
      const guess = { phone, purpose: "onboarder_registration", otp, address: actor.address, nonces } as const;
      const refused = await spendOtpWithin(guess);
      if (refused) return refused;
      const onboarder = await create(actor, registration.details as OnboarderRegistration);
      registration.madeId = onboarder.id;
      return onboarder;
    }),
  );
  // Thrown after the commit, so that the wrong try is counted.
  if (made instanceof DomainError) throw made;
  return made;
}

async function create(actor: ActorOf<"anyone">, details: OnboarderRegistration) {
  await refuseDeadService(details);
  if (await row(sql`select from onboarders where phone = ${details.phone}`)) throw phoneTaken();
  await needNoDeskPhone(details.phone, "onboarder.phoneTaken");
  const centerOnboarderId = await freeHumanId(
    "ONB",
    (id) => sql`select from onboarders where center_onboarder_id = ${id}`,
  );
  const made = em().create(OnboarderSchema, { ...details, centerOnboarderId });
  await em().flush();
  await record(actor, { subject: "onboarder", id: made.id, event: "onboarder.registered" });
  return getOnboarder(made.id);
}

async function refuseDeadService({ primaryServiceId }: OnboarderRegistration) {
  const offered = await activeServices();
  if (!offered.some(({ id }) => id === primaryServiceId))
    throw invalid("service.notFound", { primaryServiceId: "service.notFound" });
}

const phoneTaken = () => conflict("onboarder.phoneTaken");

export async function oneOnboarderOfAPhone<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException && error.message.includes("onboarders_phone"))
      throw phoneTaken();
    throw error;
  }
}

/** Send an onboarder's login code; an unknown phone gets the same answer, but no message. */
export async function requestOnboarderOtp({
  phone,
  locale,
  ...asker
}: Asker & { phone: string; locale?: Locale | undefined }) {
  const onboarder = await row(onboarderOfAccount(phone));
  return requestLoginOtp("onboarder", { phone, subjectId: onboarder?.id, locale, ...asker });
}

const onboarderOfAccount = (phone: string) => sql<{ id: string }>`select id from onboarders where phone = ${phone}`;
accountsAreIn(onboarderOfAccount);

/** Sign an onboarder in by phone and code; the code is used up first, in a transaction of its own. */
export async function signInOnboarder({
  phone,
  otp,
  via,
  ...asker
}: Asker & { phone: string; otp: string; via: "cookie" | "token" }) {
  await spendOtp({ phone, purpose: "onboarder_login", otp, ...asker });
  return transaction(async () => {
    await rows(sql`select from onboarders where phone = ${phone} for share`);
    const onboarder = await onboarderWhere(sql`o.phone = ${phone}`);
    if (!onboarder) throw invalid("otp.wrong");
    const session = await openSession({ kind: "onboarder", subjectId: onboarder.id, via, address: asker.address });
    const actor = { kind: "onboarder", onboarderId: onboarder.id, sessionId: session.sessionId } as const;
    await record(actor, { subject: "onboarder", id: onboarder.id, event: "onboarder.signedIn", data: { via } });
    return { session, onboarder };
  });
}
