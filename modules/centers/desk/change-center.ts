import { sql } from "kysely";
import { type Asker, askerOf, changedMeanwhile, endSessionsOf, spendOtpWithin } from "#modules/access/index.ts";
import { activeServices } from "#modules/catalog/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { changesBetween, only } from "#modules/kernel/db/changes.ts";
import { em, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { DomainError, denied, type FieldValues, invalid, missing } from "#modules/kernel/errors.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { emit } from "#modules/kernel/work/events.ts";
import { announce } from "#modules/kernel/work/live.server.ts";
import { closeAppeal, isRestricted } from "../appeals/appeal.ts";
import type { Center } from "../center/center.entity.ts";
import { lockedCenter } from "../center/locked-center.ts";
import { oneCenterOfAPhone } from "../center/one-phone.ts";
import { getCenter } from "../center/queries.ts";
import { shutOutCenter, tellRestricted } from "../center/shut-out.ts";
import { needNoDeskPhone } from "../desk-phones/desk-phone.ts";
import { centersChanged } from "../events.ts";
import { centerFieldNames, centerFields, deskFieldNames, deskFields } from "../labels.ts";
import { endDeskLoginsOf } from "../logins/desk-logins.ts";
import { may, needMay } from "../policy.ts";
import { type CenterRow, type ChangeCenter, isGstinOfState } from "../shared.ts";
import { centerState } from "../state.ts";
import { type DeskCenter, deskCentersWhere } from "./desk-center.ts";
import { authorizeClients } from "./keep-center.ts";
import { clientsOf, setClients } from "./set-clients.ts";
import { upiColumns, upiInFull } from "./upi.ts";

/** A center as those see it who act on it, whether or not they see the list. */
async function seenBy(actor: Actor, centerId: string): Promise<DeskCenter> {
  const [center] = await deskCentersWhere(
    actor,
    sql`c.id = ${centerId} and c.is_active <> ${sql.lit(centerState.DELETED)}`,
  );
  if (!center) throw missing("center.notFound");
  return center;
}

/**
 * A center for a form that changes it (R009, R385, Q43), with the pincodes, which are changed there; refuses with
 * `center.noUpdate` and `center.notFound`.
 */
export async function centerToChange(actor: Actor, centerId: string): Promise<DeskCenter> {
  needMay(actor, "changeCenter");
  const { pincode, additionalPincode, pincodes } = await getCenter(centerId);
  return { ...(await seenBy(actor, centerId)), pincode, additionalPincode, pincodes };
}

/**
 * Change a center as an admin (R009, R389–R393, Q43); undefined fields are unchanged, and so are those this admin sees
 * only masked and sends back as seen. A form with one secondary service changes the first one only. Disabling
 * or enabling needs a remark; disabling the login and changing the phone end its sessions, a new phone the logins of its
 * desk as well; it counts as unverified without its code (Q97). Refuses with `center.noUpdate`, `center.notFound`, `center.phoneTaken`, and
 * `error.changed` when it changed since the form was loaded, saying what and by whom.
 */
export async function changeCenter(actor: Actor, input: ChangeCenter, asker?: Asker): Promise<DeskCenter> {
  needMay(actor, "changeCenter");
  const done = await oneCenterOfAPhone(() => transaction(() => change(actor, input, asker)));
  // Thrown after the commit, so that the wrong try is counted.
  if (done instanceof DomainError) throw done;
  return done;
}

/** admin/update-center: with nothing but clients they are set (R384), with anything else the center is changed. */
export const saveCenter = (actor: Actor, input: ChangeCenter): Promise<{ center: DeskCenter; clientsOnly: boolean }> =>
  transaction(async () => {
    const { centerId, clientIds, ...rest } = input;
    const clientsOnly = clientIds !== undefined && Object.values(rest).every((value) => value === undefined);
    const center = clientsOnly
      ? await authorizeClients(actor, { centerId, clientIds })
      : await changeCenter(actor, input);
    return { center, clientsOnly };
  });

async function change(actor: Actor, input: ChangeCenter, asker?: Asker): Promise<DeskCenter | DomainError> {
  const center = await lockedCenter(input.centerId);
  if (input.version !== undefined && input.version !== center.version) throw await changedSince(actor, input, center);
  const { version, loginDisabled, broadcastDisabled } = center;
  const before = await getCenter(center.id);
  const seen = await seenBy(actor, center.id);
  const state = async (row: CenterRow) => ({
    ...centerFields(row),
    ...deskFields(row, await clientsOf(center.id)),
    upi: upiInFull(center),
  });
  const was = await state(before);
  // Refused before they are compared: the answer to a number or an address does not say whether it is the stored one.
  const sent = input.phone !== undefined || (input.email !== undefined && input.email !== seen.email);
  if (sent && !may(actor, "seeContacts")) throw denied();
  const columns = columnsOf(input, { center, seen });
  refuseOtherState(input, { ...center, ...columns });
  const newPhone = columns.phone !== undefined;
  const disables = columns.loginDisabled !== loginDisabled || columns.broadcastDisabled !== broadcastDisabled;
  if (disables && !input.remark) throw invalid("center.remarkMissing", { remark: "center.remarkMissing" });
  if (input.otp && asker) {
    const phone = columns.phone ?? center.phone;
    const refused = await spendOtpWithin({
      phone,
      purpose: "registration",
      otp: input.otp,
      ...askerOf(asker),
    });
    if (refused) return refused;
  }
  await setServices(before, input);
  const clients = input.clientIds && (await setClients(center.id, input.clientIds));
  if (columns.phone !== undefined) await needNoDeskPhone(columns.phone, "center.phoneTaken");
  em().assign(center, columns);
  if (input.otp && asker) center.phoneVerifiedAt = now();
  else if (newPhone) center.phoneVerifiedAt = null;
  await em().flush();
  await moveArea(before, { pincode: center.pincode, additionalPincode: center.additionalPincode ?? null });
  const after = await getCenter(center.id);
  const { changed, ...values } = changesBetween(was, await state(after), recordedFields);
  if (changed.length === 0 && after.version === version) return seen;
  // Services and clients are stored in tables of their own.
  if (after.version === version)
    await rows(sql`update centers set version = version + 1, updated_at = ${now()} where id = ${center.id}`);
  await record(actor, {
    subject: "center",
    id: center.id,
    event: "center.updated",
    data: {
      version: Math.max(after.version, version + 1),
      changed,
      ...values,
      ...(changed.includes("clientIds") && { clients }),
      ...(disables && { remark: input.remark }),
      ...(disables && input.ticketRemarks && { ticketRemarks: input.ticketRemarks }),
    },
  });
  if (disables) await tellRestricted(center, input.ticketRemarks);
  if (!isRestricted(center)) await closeAppeal(center.id);
  if (newPhone) await endDeskLoginsOf(actor, center.id);
  if (columns.loginDisabled && !loginDisabled) await shutOutCenter(center.id);
  else if (newPhone) await endSessionsOf("center", center.id);
  await emit(centersChanged, { centerIds: [center.id] });
  // The visits that nobody is sent to are listed with the requests.
  await announce([`center:${center.id}`, ...(disables ? ["requests"] : [])]);
  return seenBy(actor, center.id);
}

const texts = [
  ...([
    "centerName",
    "legalName",
    "gstin",
    "name",
    "email",
    "userName",
    "about",
    "addressLine",
    "city",
    "state",
  ] as const),
  ...(["pincode", "additionalPincode", "noOfTechnicians"] as const),
];

/** A GSTIN is of the center's state, whichever of the two is changed. */
function refuseOtherState(input: ChangeCenter, { gstin, state }: Pick<Center, "gstin" | "state">) {
  if (input.gstin === undefined && input.state === undefined) return;
  if (isGstinOfState(gstin, state)) return;
  throw invalid("center.gstinState", { [input.gstin === undefined ? "state" : "gstin"]: "center.gstinState" });
}

type CenterContext = {
  center: Center;
  /** The center as this admin sees it, with stars in the place of what it may not see. */
  seen: DeskCenter;
};

/** The columns to be written; a masked value that was sent back is unchanged. */
function columnsOf(input: ChangeCenter, { center, seen }: CenterContext) {
  const columns: Record<string, unknown> = {};
  for (const name of texts) {
    const value = input[name];
    if (value !== undefined && value !== seen[name] && value !== (center[name] ?? null)) columns[name] = value;
  }
  const { phone, upiId, removeUpi, disabledFor } = input;
  const ticked = (flag: "login_into_application" | "accepting_broadcast_ticket") => disabledFor?.includes(flag);
  return {
    ...(columns as Partial<Pick<Center, (typeof texts)[number]>>),
    ...(phone !== undefined && phone !== center.phone && { phone }),
    ...(upiId && upiId !== upiInFull(center) && upiColumns(upiId)),
    ...(!upiId && removeUpi && center.upiSealed && { upiSealed: null, upiMasked: null }),
    loginDisabled: input.loginDisabled ?? ticked("login_into_application") ?? center.loginDisabled,
    broadcastDisabled: input.broadcastDisabled ?? ticked("accepting_broadcast_ticket") ?? center.broadcastDisabled,
  };
}

type Services = Pick<ChangeCenter, "secondaryServiceId" | "secondaryServiceIds">;

/** Set the secondary services: all of them, or the first alone. The primary one means none, as at registration. */
async function setServices({ id, primaryService, secondaryServices }: CenterRow, input: Services) {
  const { secondaryServiceId: first, secondaryServiceIds: all } = input;
  const had = secondaryServices.map((service) => service.id);
  const chosen = all ?? (first && [first, ...had.slice(1)]);
  if (!chosen) return;
  const chosenIds = [...new Set(chosen)].filter((serviceId) => serviceId !== primaryService?.id);
  const come = chosenIds.filter((serviceId) => !had.includes(serviceId));
  const offered = new Set((await activeServices()).map((service) => service.id));
  if (come.some((serviceId) => !offered.has(serviceId)))
    throw invalid("service.notFound", { [all ? "secondaryServiceIds" : "secondaryServiceId"]: "service.notFound" });
  await rows(
    sql`delete from center_services where center_id = ${id} and priority > 0 and service_id <> all (${chosenIds})`,
  );
  await rows(
    sql`insert into center_services (center_id, service_id, priority) select ${id}, unnest(${come}::uuid[]), 1`,
  );
}

/** The form's two pincodes belong to the service area; its other pincodes are unchanged. */
async function moveArea(
  center: CenterRow,
  { pincode, additionalPincode }: Pick<CenterRow, "pincode" | "additionalPincode">,
) {
  const stood = [center.pincode, center.additionalPincode];
  const pincodes = [pincode, additionalPincode];
  const left = stood.filter((each) => !pincodes.includes(each));
  const come = pincodes.filter((each) => each !== null && !stood.includes(each));
  if (left.length + come.length === 0) return;
  await rows(sql`delete from center_pincodes where center_id = ${center.id} and pincode = any (${left})`);
  await rows(
    sql`insert into center_pincodes (center_id, pincode) select ${center.id}, unnest(${come}::text[]) on conflict do nothing`,
  );
}

/** The values stored in the history, which is never erased: of personal and payment fields only that they changed. */
const recordedFields = (state: FieldValues): FieldValues => ({
  ...only(
    [
      "city",
      "state",
      "pincode",
      "additionalPincode",
      "noOfTechnicians",
      "secondaryServiceId",
      "secondaryServiceIds",
      "clientIds",
      "disabledFor",
    ],
    state,
  ),
  centerName: withoutContacts(String(state.centerName)),
});

const { secondaryServiceId: _, ...deskNames } = deskFieldNames;

/** The refusal of a form of an older version, with what this admin may see of the changes. */
async function changedSince(actor: Actor, { version: sent = 0, ...form }: ChangeCenter, { id, version }: Center) {
  const seen = await centerToChange(actor, id);
  const clients = seen.clients.map((client) => client.id);
  return changedMeanwhile(actor, {
    subject: "center",
    id,
    sent,
    version,
    names: form.secondaryServiceId ? centerFieldNames : deskNames,
    now: { ...centerFields(seen), ...deskFields(seen, clients) },
  });
}
