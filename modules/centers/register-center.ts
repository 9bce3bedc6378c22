import { spendOtpWithin, spendProof } from "../access/index.ts";
import { activeServices } from "../catalog/index.ts";
import type { Actor, ActorOf } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { em, transaction } from "../kernel/db.server.ts";
import { conflict, DomainError, invalid } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { CenterPincodeSchema, CenterSchema, CenterServiceSchema, PartnerQrSchema } from "./center.entity.ts";
import { freeHumanId } from "./human-id.ts";
import { oneCenterOfAPhone } from "./one-phone.ts";
import { getCenter } from "./queries.ts";
import { waiting } from "./registration.ts";
import type { CenterDetails, CenterRow } from "./shared.ts";

/** A member of the public registers a center of their own, an onboarder somebody else's. */
type Registering = ActorOf<"anyone"> | ActorOf<"onboarder">;

type Proved = CenterDetails & { proof?: string | undefined; address: string; creditedTo?: string | undefined };

/**
 * Register a center whose phone was proved before (fixed point 13): ACTIVE, on trial from now on, with its services
 * (R120), its service area and a QR code of its own. It is credited to the onboarder who acts, else to `creditedTo`.
 * Refuses with `center.phoneTaken`, and only after the proof: nobody learns whose phone has a center by asking.
 */
export const registerCenter = (
  actor: Registering,
  { proof, address, creditedTo, ...details }: Proved,
): Promise<CenterRow> =>
  oneCenterOfAPhone(() =>
    transaction(async () => {
      await spendProof({ phone: details.phone, purpose: "registration", proof, address });
      return create(actor, details, creditedTo);
    }),
  );

type Confirming = { token: string | undefined; otp: string; address: string; creditedTo?: string | undefined };

/** Register the center whose details wait under a token, by the code that came to its phone (R118); once. */
export async function confirmCenter(
  actor: Registering,
  { token, otp, address, creditedTo }: Confirming,
): Promise<CenterRow> {
  const ownerId = actor.kind === "onboarder" ? actor.onboarderId : undefined;
  const made = await oneCenterOfAPhone(() =>
    transaction(async () => {
      const registration = token ? await waiting({ kind: "center", token, ownerId }, true) : null;
      if (!registration) throw conflict("registration.over");
      const { phone } = registration;
      const refused = await spendOtpWithin({ phone, purpose: "registration", otp, address });
      if (refused) return refused;
      const center = await create(actor, registration.details as CenterDetails, creditedTo);
      registration.madeId = center.id;
      return center;
    }),
  );
  // Thrown after the commit: the wrong try must stay counted.
  if (made instanceof DomainError) throw made;
  return made;
}

async function create(actor: Registering, details: CenterDetails, creditedTo: string | undefined) {
  const { primaryServiceId, secondaryServiceIds, qrId: printed, ...center } = details;
  await refuseDeadServices(details);
  const made = em().create(CenterSchema, {
    ...center,
    name: center.name ?? null,
    email: center.email ?? null,
    userName: center.userName ?? null,
    about: center.about ?? null,
    addressLine: center.addressLine ?? null,
    city: center.city ?? null,
    onboardedBy: actor.kind === "onboarder" ? actor.onboarderId : (creditedTo ?? null),
    phoneVerifiedAt: now(),
  });
  await em().flush();
  const secondary = new Set(secondaryServiceIds.filter((id) => id !== primaryServiceId));
  em().create(CenterServiceSchema, { centerId: made.id, serviceId: primaryServiceId, priority: 0 });
  for (const serviceId of secondary) em().create(CenterServiceSchema, { centerId: made.id, serviceId, priority: 1 });
  for (const pincode of new Set([center.pincode, center.additionalPincode]))
    em().create(CenterPincodeSchema, { centerId: made.id, pincode });
  const qrId = printed ?? (await freeHumanId("INA", "select from partner_qrs where qr_id = $1"));
  em().create(PartnerQrSchema, { qrId, kind: "center", centerId: made.id, name: center.centerName });
  await record(actor as Actor, {
    subject: "center",
    id: made.id,
    event: "center.registered",
    data: { qrId, onboardedBy: made.onboardedBy ?? null },
  });
  return getCenter(made.id);
}

async function refuseDeadServices({ primaryServiceId, secondaryServiceIds }: CenterDetails) {
  const offered = new Set((await activeServices()).map(({ id }) => id));
  if (!offered.has(primaryServiceId)) throw invalid("service.notFound", { primaryServiceId: "service.notFound" });
  if (!secondaryServiceIds.every((id) => offered.has(id)))
    throw invalid("service.notFound", { secondaryServiceId: "service.notFound" });
}
