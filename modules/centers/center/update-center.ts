import { LockMode } from "@mikro-orm/postgresql";
import { changedMeanwhile, endSessionsOf } from "#modules/access/index.ts";
import { activeServices } from "#modules/catalog/index.ts";
import { type Actor, isSuperAdmin, need } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { changesBetween } from "#modules/kernel/db/changes.ts";
import { em, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { denied, type FieldValues, invalid, missing } from "#modules/kernel/errors.ts";
import { maskStars, withoutContacts } from "#modules/kernel/mask.ts";
import { centerFieldNames, centerFields } from "../labels.ts";
import type { CenterRow, UpdateCenter } from "../shared.ts";
import { type Center, CenterSchema } from "./center.entity.ts";
import { oneCenterOfAPhone } from "./one-phone.ts";
import { getCenter } from "./queries.ts";
import { shutOutCenter, tellRestricted } from "./shut-out.ts";

/** Only a SUPER_ADMIN may see and change phones of centers; other admins see stars. */
const seesPhones = isSuperAdmin;

/**
 * A center for the form that edits it (R009); `phoneShown` says whether this admin may see and change its phone.
 * Refuses with `center.noUpdate` and `center.notFound`.
 */
export async function centerToUpdate(actor: Actor, centerId: string): Promise<CenterRow & { phoneShown: boolean }> {
  need(actor, "update_center.full_access");
  const center = await getCenter(centerId);
  const phoneShown = seesPhones(actor);
  if (phoneShown) return { ...center, phoneShown };
  const clean = (text: string | null) => text && withoutContacts(text);
  return {
    ...center,
    ...{ phone: maskStars(), email: center.email && maskStars(), name: clean(center.name) },
    ...{ about: clean(center.about), addressLine: clean(center.addressLine), phoneShown },
  };
}

/**
 * Change a center as an admin (R009): name, phone, address, the secondary service shown, and its login and broadcast
 * blocks (Q100), which need a remark. The primary service, and services and pincodes not in the form, stay. Disabling
 * the login or changing the phone ends its sessions; a new phone counts as unverified (Q97). Refuses with
 * `error.changed` when the center changed since the form was loaded, and says what changed and by whom.
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
      if (input.version !== center.version) throw await changedSince(actor, input, center.version);
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
      const after = await getCenter(center.id);
      await record(actor, {
        subject: "center",
        id: center.id,
        event: updated,
        data: {
          version: after.version,
          ...changesBetween(centerFields(before), centerFields(after), told),
          ...(shutOut.length > 0 && { remark: input.remark }),
        },
      });
      if (shutOut.length > 0) await tellRestricted(center);
      const closed = shutOut.includes("loginDisabled") && center.loginDisabled;
      if (closed) await shutOutCenter(center.id);
      else if (changed.includes("phone")) await endSessionsOf("center", center.id);
      return after;
    }),
  );
}

const updated = "center.updated";

/** The values the history keeps: no phone, not even one written into the name. */
const told = ({ phone: _, centerName, ...rest }: FieldValues): FieldValues => ({
  ...rest,
  centerName: withoutContacts(String(centerName)),
});

/** The refusal of a form of an older version, with what this admin may see of the changes. */
const changedSince = async (actor: Actor, { centerId, version: sent }: UpdateCenter, version: number) =>
  changedMeanwhile(actor, {
    ...{ subject: "center", id: centerId, event: updated, sent, version },
    now: centerFields(await centerToUpdate(actor, centerId)),
    names: centerFieldNames,
  });

const columnsOf = (input: UpdateCenter, stored: Center): Partial<Center> => ({
  centerName: input.centerName,
  phone: input.phone ?? stored.phone,
  state: input.state,
  pincode: input.pincode,
  additionalPincode: input.additionalPincode,
  loginDisabled: input.disabledFor.includes("login_into_application"),
  broadcastDisabled: input.disabledFor.includes("accepting_broadcast_ticket"),
});

/** The form shows the first secondary service; choosing the primary one there means none, as at registration. */
async function moveService({ id: centerId, primaryService, secondaryServices }: CenterRow, chosenId: string) {
  const [shown] = secondaryServices;
  if (chosenId === (shown ?? primaryService)?.id) return false;
  const offered = (await activeServices()).some(({ id }) => id === chosenId);
  if (!offered) throw invalid("service.notFound", { secondaryServiceId: "service.notFound" });
  if (shown) await rows("delete from center_services where center_id = $1 and service_id = $2", [centerId, shown.id]);
  // It may already be there, as the primary service or one the form does not show.
  await rows(
    "insert into center_services (center_id, service_id, priority) values ($1, $2, 1) on conflict do nothing",
    [centerId, chosenId],
  );
  return true;
}

/** The form's two pincodes belong to the service area; the others in it stay. */
export async function moveArea(
  center: CenterRow,
  { pincode, additionalPincode }: Pick<CenterRow, "pincode" | "additionalPincode">,
) {
  const stood = [center.pincode, center.additionalPincode];
  const wished = [pincode, additionalPincode];
  const left = stood.filter((each) => !wished.includes(each));
  const come = wished.filter((each) => each !== null && !stood.includes(each));
  if (left.length + come.length === 0) return;
  await rows("delete from center_pincodes where center_id = $1 and pincode = any ($2)", [center.id, left]);
  await rows("insert into center_pincodes (center_id, pincode) select $1, unnest($2::text[]) on conflict do nothing", [
    center.id,
    come,
  ]);
}
