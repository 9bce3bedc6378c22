import { LockMode } from "@mikro-orm/postgresql";
import { endSessionsOf } from "../access/index.ts";
import { activeServices } from "../catalog/index.ts";
import { type Actor, need } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { em, rows, transaction } from "../kernel/db.server.ts";
import { conflict, denied, invalid, missing } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import { maskStars } from "../kernel/mask.ts";
import { type Center, CenterSchema } from "./center.entity.ts";
import { oneCenterOfAPhone } from "./one-phone.ts";
import { getCenter } from "./queries.ts";
import type { CenterRow, UpdateCenter } from "./shared.ts";

/** Phones of centers are a SUPER_ADMIN's to see and to change; other admins see stars. */
const seesPhones = (actor: Actor) => actor.kind === "admin" && actor.role === "SUPER_ADMIN";

/**
 * A center for the form that changes it (R009); `phoneShown` says whether this admin may see and change its phone.
 * Refuses with `center.noUpdate` and `center.notFound`.
 */
export async function centerToUpdate(actor: Actor, centerId: string): Promise<CenterRow & { phoneShown: boolean }> {
  need(actor, "update_center.full_access");
  const center = await getCenter(centerId);
  const phoneShown = seesPhones(actor);
  return { ...center, phone: phoneShown ? center.phone : maskStars(), phoneShown };
}

/**
 * Change a center as an admin (R009): its name, phone, address, the one secondary service its onboarder wrote down, and
 * what it is shut out of (Q100), which needs a remark. The primary service and the services and pincodes the form does
 * not show stay. Whoever is logged in of it is logged out when its login is disabled or its phone is another one, which
 * is unproved then (Q97). Refuses with `error.changed` when somebody else was quicker.
 */
export function updateCenter(actor: Actor, input: UpdateCenter): Promise<CenterRow> {
  need(actor, "update_center.full_access");
  return oneCenterOfAPhone(() =>
    transaction(async () => {
      const center = await em().findOne(
        CenterSchema,
        { id: input.centerId, isActive: { $ne: 0 } },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!center) throw missing("center.notFound");
      if (input.version !== center.version) throw conflict("error.changed");
      const before = await getCenter(center.id);
      const wished = columnsOf(input, center);
      const changed = Object.keys(wished).filter(
        (name) => wished[name as keyof Center] !== center[name as keyof Center],
      );
      if (changed.includes("phone") && !seesPhones(actor)) throw denied();
      const shutOut = changed.filter((name) => name === "loginDisabled" || name === "broadcastDisabled");
      if (shutOut.length > 0 && !input.remark) {
        throw invalid("center.remarkMissing", { remark: "center.remarkMissing" });
      }
      if (await moveService(before, input.secondaryServiceId)) changed.push("secondaryService");
      await moveArea(before, input);
      if (changed.length === 0) return before;
      em().assign(center, { ...wished, updatedAt: now(), ...(changed.includes("phone") && { phoneVerifiedAt: null }) });
      await em().flush();
      await record(actor, {
        subject: "center",
        id: center.id,
        event: "center.updated",
        data: {
          changed,
          ...Object.fromEntries(shutOut.map((name) => [name, center[name as keyof Center]])),
          ...(shutOut.length > 0 && { remark: input.remark }),
        },
      });
      const closed = shutOut.includes("loginDisabled") && center.loginDisabled;
      if (changed.includes("phone") || closed)
        await endSessionsOf("center", center.id, closed ? "shut_out" : undefined);
      if (closed) await endSessionsOfTechnicians(center.id);
      return getCenter(center.id);
    }),
  );
}

const columnsOf = (input: UpdateCenter, stored: Center): Partial<Center> => ({
  centerName: input.centerName,
  phone: input.phone ?? stored.phone,
  state: input.state,
  pincode: input.pincode,
  additionalPincode: input.additionalPincode,
  loginDisabled: input.disabledFor.includes("login_into_application"),
  broadcastDisabled: input.disabledFor.includes("accepting_broadcast_ticket"),
});

/** The form shows the first secondary service; choosing the primary one means none, as when it was registered. */
async function moveService({ id: centerId, primaryService, secondaryServices }: CenterRow, chosenId: string) {
  const [shown] = secondaryServices;
  if (chosenId === (shown ?? primaryService)?.id) return false;
  const offered = (await activeServices()).some(({ id }) => id === chosenId);
  if (!offered) throw invalid("service.notFound", { secondaryServiceId: "service.notFound" });
  if (shown) await rows("delete from center_services where center_id = $1 and service_id = $2", [centerId, shown.id]);
  // One of those the form does not show, or the primary one, is there already.
  await rows(
    "insert into center_services (center_id, service_id, priority) values ($1, $2, 1) on conflict do nothing",
    [centerId, chosenId],
  );
  return true;
}

/** The two pincodes of the form are part of the service area; what else it serves stays. */
async function moveArea(center: CenterRow, { pincode, additionalPincode }: UpdateCenter) {
  const stood = [center.pincode, center.additionalPincode];
  const wished: (string | null)[] = [pincode, additionalPincode];
  const left = stood.filter((each) => !wished.includes(each));
  const come = wished.filter((each) => !stood.includes(each));
  if (left.length + come.length === 0) return;
  await rows("delete from center_pincodes where center_id = $1 and pincode = any ($2)", [center.id, left]);
  await rows("insert into center_pincodes (center_id, pincode) select $1, unnest($2::text[]) on conflict do nothing", [
    center.id,
    come,
  ]);
}

async function endSessionsOfTechnicians(centerId: string) {
  const technicians = await rows<{ id: string }>(
    "select id from technicians where center_id = $1 and deleted_at is null order by id",
    [centerId],
  );
  for (const { id } of technicians) await endSessionsOf("technician", id, "shut_out");
}
