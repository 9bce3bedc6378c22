import { UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { openSession, requestOtp, spendOtp, spendOtpWithin } from "../access/index.ts";
import { activeServices } from "../catalog/index.ts";
import type { ActorOf } from "../kernel/actor.ts";
import { em, row, rows, transaction } from "../kernel/db.server.ts";
import { conflict, DomainError, invalid, missing } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import type { Locale } from "../kernel/messages/index.ts";
import { freeHumanId } from "./human-id.ts";
import { OnboarderSchema } from "./onboarder.entity.ts";
import { askToRegister, waiting } from "./registration.ts";
import type { OnboarderRegistration, OnboarderRow } from "./shared.ts";

const columns = `
  o.id, o.center_onboarder_id as "centerOnboarderId", o.name, o.country_code as "countryCode", o.phone,
  o.allowed_states as "allowedStates", o.allowed_cities as "allowedCities",
  (select json_build_object('id', s.id, 'serviceName', s.service_name) from services s
    where s.id = o.primary_service_id) as "primaryService"`;

const onboarderWhere = (condition: string, value: string) =>
  row<OnboarderRow>(`select ${columns} from onboarders o where ${condition}`, [value]);

/** One onboarder; refuses with `onboarder.notFound`. */
export async function getOnboarder(id: string): Promise<OnboarderRow> {
  const onboarder = await onboarderWhere("o.id = $1", id);
  if (!onboarder) throw missing("onboarder.notFound");
  return onboarder;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whom a registration link names (R112), by human id in any case of letters, or by object id; of them no more than the name. */
export async function onboarderOfLink(
  id: string | undefined,
): Promise<Pick<OnboarderRow, "id" | "centerOnboarderId" | "name"> | undefined> {
  const asked = id?.trim();
  if (!asked) return undefined;
  const found = uuid.test(asked)
    ? await onboarderWhere("o.id = $1", asked)
    : await onboarderWhere("o.center_onboarder_id = $1", asked.toUpperCase());
  return found && { id: found.id, centerOnboarderId: found.centerOnboarderId, name: found.name };
}

type Asking = { details: OnboarderRegistration; token?: string | undefined; address: string; locale?: Locale };

/** Keep an onboarder's details and send the code; answers the `uniqueId` they wait under (R187, H11). */
export async function askToBecomeOnboarder(asking: Asking): Promise<{ uniqueId: string }> {
  await refuseDeadService(asking.details);
  const { token } = await askToRegister({ kind: "onboarder", ...asking });
  return { uniqueId: token };
}

/**
 * Register the onboarder whose details wait under a unique id, by the code that came to its phone (R186–R188): one
 * account for an id, and for a phone. That a phone has one already is told after its code only.
 */
export async function registerOnboarder(
  actor: ActorOf<"anyone">,
  { uniqueId, otp }: { uniqueId: string; otp: string },
): Promise<OnboarderRow> {
  const made = await oneOnboarderOfAPhone(() =>
    transaction(async () => {
      const registration = await waiting({ kind: "onboarder", token: uniqueId }, true);
      if (!registration) throw conflict("registration.over");
      const { phone } = registration;
      const guess = { phone, purpose: "onboarder_registration", otp, address: actor.address } as const;
      const refused = await spendOtpWithin(guess);
      if (refused) return refused;
      const onboarder = await create(actor, registration.details as OnboarderRegistration);
      registration.madeId = onboarder.id;
      return onboarder;
    }),
  );
  // Thrown after the commit: the wrong try must stay counted.
  if (made instanceof DomainError) throw made;
  return made;
}

async function create(actor: ActorOf<"anyone">, details: OnboarderRegistration) {
  await refuseDeadService(details);
  if (await row("select from onboarders where phone = $1", [details.phone])) throw phoneTaken();
  const centerOnboarderId = await freeHumanId("ONB", "select from onboarders where center_onboarder_id = $1");
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

async function oneOnboarderOfAPhone<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException && error.message.includes("onboarders_phone"))
      throw phoneTaken();
    throw error;
  }
}

/** Send an onboarder its login's code; a phone that is no onboarder's is answered alike and sends nothing. */
export async function requestOnboarderOtp({
  phone,
  address,
  locale,
}: {
  phone: string;
  address: string;
  locale?: Locale | undefined;
}) {
  const deliver = (await row("select from onboarders where phone = $1", [phone])) !== undefined;
  return requestOtp({ phone, purpose: "onboarder_login", address, deliver, ...(locale && { locale }) });
}

/** Sign an onboarder in by phone and code; the code is spent first, in a transaction of its own. */
export async function signInOnboarder({
  phone,
  otp,
  via,
  address,
}: {
  phone: string;
  otp: string;
  via: "cookie" | "token";
  address: string;
}) {
  await spendOtp({ phone, purpose: "onboarder_login", otp, address });
  return transaction(async () => {
    await rows("select from onboarders where phone = $1 for share", [phone]);
    const onboarder = await onboarderWhere("o.phone = $1", phone);
    if (!onboarder) throw invalid("otp.wrong");
    const session = await openSession({ kind: "onboarder", subjectId: onboarder.id, via, address });
    const actor = { kind: "onboarder", onboarderId: onboarder.id, sessionId: session.sessionId } as const;
    await record(actor, { subject: "onboarder", id: onboarder.id, event: "onboarder.signedIn", data: { via } });
    return { session, onboarder };
  });
}
