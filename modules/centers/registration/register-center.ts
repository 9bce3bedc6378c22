import { sql } from "kysely";
import { type Asker, askerOf, spendOtpWithin, spendProof } from "#modules/access/index.ts";
import { activeServices } from "#modules/catalog/index.ts";
import { type Actor, type ActorOf, needKind } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { freeHumanId } from "#modules/kernel/db/human-id.ts";
import { conflict, DomainError, invalid } from "#modules/kernel/errors.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { CenterPincodeSchema, CenterSchema, CenterServiceSchema, PartnerQrSchema } from "../center/center.entity.ts";
import { oneCenterOfAPhone } from "../center/one-phone.ts";
import { getCenter } from "../center/queries.ts";
import { needNoDeskPhone } from "../desk-phones/desk-phone.ts";
import { centersChanged } from "../events.ts";
import type { CenterDetails, CenterRow } from "../shared.ts";
import { waiting } from "./registration.ts";

/** A member of the public registers their own center, an onboarder another person's. */
type Registering = ActorOf<"anyone"> | ActorOf<"onboarder">;

type Proved = CenterDetails & { proof?: string | undefined; creditedTo?: string | undefined };

/**
 * Register a center whose phone was verified before (fixed point 13): ACTIVE, with its trial starting now, its services
 * (R120), its service area and a QR code. It is credited to the acting onboarder, otherwise to `creditedTo`.
 * `center.phoneTaken` is thrown only after the proof, so that phones cannot be tested for having a center.
 */
export const registerCenter = (actor: Registering, { proof, creditedTo, ...details }: Proved): Promise<CenterRow> =>
  oneCenterOfAPhone(() =>
    transaction(async () => {
      await spendProof(actor, { phone: details.phone, purpose: "registration", proof });
      return makeCenter(actor, details, { creditedTo, phoneVerifiedAt: now() });
    }),
  );

type Confirming = Asker & { token: string | undefined; otp: string; creditedTo?: string | undefined };

/** Register the center whose details wait under a token, by the code sent to its phone (R118); once. */
export async function confirmCenter(
  actor: Registering,
  { token, otp, creditedTo, ...asker }: Confirming,
): Promise<CenterRow> {
  const ownerId = actor.kind === "onboarder" ? actor.onboarderId : undefined;
  const made = await oneCenterOfAPhone(() =>
    transaction(async () => {
      const registration = token ? await waiting({ kind: "center", token, ownerId }, true) : null;
      if (!registration) throw conflict("registration.over");
      const { phone } = registration;
      const refused = await spendOtpWithin({ phone, purpose: "registration", otp, ...askerOf(asker) });
      if (refused) return refused;
      const center = await makeCenter(actor, registration.details as CenterDetails, {
        creditedTo,
        phoneVerifiedAt: now(),
      });
      registration.madeId = center.id;
      return center;
    }),
  );
  // Thrown after the commit, so that the wrong try is counted.
  if (made instanceof DomainError) throw made;
  return made;
}

/**
 * Add a center on the operator's word (the command line): no code is sent to its phone, which the owner proves at the
 * first login. Otherwise as `registerCenter`.
 */
export const addCenter = (actor: Actor, details: CenterDetails): Promise<CenterRow> =>
  oneCenterOfAPhone(() =>
    transaction(async () => {
      needKind(actor, "system");
      return makeCenter(actor, details, { phoneVerifiedAt: null });
    }),
  );

/** A center to be made: its details, and the pincodes it serves besides its own two. */
export type NewCenter = Omit<CenterDetails, Optional> & { [K in Optional]?: string | null | undefined } & {
  legalName?: string | null;
  gstin?: string | null;
  pincodes?: readonly string[];
};
type Optional = "name" | "email" | "userName" | "about" | "addressLine" | "city";

type Known = { creditedTo?: string | undefined; phoneVerifiedAt: Date | null };

/** Make a center in the running transaction, with its services, its service area and its QR code. */
export async function makeCenter(actor: Actor, details: NewCenter, { creditedTo, phoneVerifiedAt }: Known) {
  const { primaryServiceId, secondaryServiceIds, qrId: printed, pincodes = [], ...center } = details;
  await refuseDeadServices(details);
  await needNoDeskPhone(center.phone, "center.phoneTaken");
  const made = em().create(CenterSchema, {
    ...center,
    legalName: center.legalName ?? null,
    gstin: center.gstin ?? null,
    name: center.name ?? null,
    email: center.email ?? null,
    userName: center.userName ?? null,
    about: center.about ?? null,
    addressLine: center.addressLine ?? null,
    city: center.city ?? null,
    onboardedBy: actor.kind === "onboarder" ? actor.onboarderId : (creditedTo ?? null),
    phoneVerifiedAt,
  });
  await em().flush();
  const secondary = new Set(secondaryServiceIds.filter((id) => id !== primaryServiceId));
  em().create(CenterServiceSchema, { centerId: made.id, serviceId: primaryServiceId, priority: 0 });
  for (const serviceId of secondary) em().create(CenterServiceSchema, { centerId: made.id, serviceId, priority: 1 });
  for (const pincode of new Set([center.pincode, center.additionalPincode, ...pincodes]))
    em().create(CenterPincodeSchema, { centerId: made.id, pincode });
  const qrId = printed ?? (await freeHumanId("INA", (id) => sql`select from partner_qrs where qr_id = ${id}`));
  em().create(PartnerQrSchema, { qrId, kind: "center", centerId: made.id, name: center.centerName });
  await record(actor, {
    subject: "center",
    id: made.id,
    event: "center.registered",
    data: { qrId, onboardedBy: made.onboardedBy ?? null },
  });
  await emit(centersChanged, { centerIds: [made.id] });
  return getCenter(made.id);
}

async function refuseDeadServices({ primaryServiceId, secondaryServiceIds }: NewCenter) {
  const offered = new Set((await activeServices()).map(({ id }) => id));
  if (!offered.has(primaryServiceId)) throw invalid("service.notFound", { primaryServiceId: "service.notFound" });
  if (!secondaryServiceIds.every((id) => offered.has(id)))
    throw invalid("service.notFound", { secondaryServiceId: "service.notFound" });
}
