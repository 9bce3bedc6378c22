import { sql } from "kysely";
import { proofMissing, purposeProved } from "#modules/access/index.ts";
import type { Actor, ActorOf } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { hashToken, seal, unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { denied, invalid, missing } from "#modules/kernel/errors.ts";
import type { RegisterDevice } from "../shared.ts";

/** More devices than a person has; above it those not seen for longest are forgotten. */
const mostDevices = 10;

type Owner = { id: string; kind: "consumer" | "technician" | "center"; sessionId: string | null };
type Caller = ActorOf<"anyone"> | ActorOf<"center"> | ActorOf<"technician">;

/**
 * Register a device of an app for push. A center's or technician's ends with the session it was registered in; a
 * customer names the registered phone that was proved. Registering again renews it; a device that another account was
 * signed in on moves to this account. The token is stored sealed.
 */
export const registerDevice = (actor: Caller, input: RegisterDevice): Promise<{ id: string }> =>
  transaction(async () => {
    const { id: accountId, kind, sessionId } = await ownerOf(actor, input);
    const { deviceToken, platform } = input;
    const sealed = seal(deviceToken);
    const at = now();
    const device = await row<{ id: string }>(
      sql`insert into app_devices (id, account_id, account_kind, session_id, token_hash, sealed, platform, created_at, seen_at)
       values (${rowId()}, ${accountId}, ${kind}, ${sessionId}, ${hashToken(deviceToken)}, ${sealed}, ${platform}, ${at}, ${at})
       on conflict (token_hash) do update
         set account_id = ${accountId}, account_kind = ${kind}, session_id = ${sessionId}, sealed = ${sealed}, platform = ${platform}, seen_at = ${at}
       returning id`,
    );
    await rows(
      sql`delete from app_devices where account_id = ${accountId} and id not in (
         select id from app_devices where account_id = ${accountId} order by seen_at desc, id desc limit ${sql.lit(mostDevices)})`,
    );
    await record(actor, { subject: kind, id: accountId, event: "device.registered", data: { platform } });
    return device!;
  });

async function ownerOf(actor: Actor, { phone, proof }: RegisterDevice): Promise<Owner> {
  if (actor.kind === "center") return { id: actor.centerId, kind: "center", sessionId: actor.sessionId };
  if (actor.kind === "technician") return { id: actor.technicianId, kind: "technician", sessionId: actor.sessionId };
  if (actor.kind !== "anyone") throw denied();
  if (!phone) throw invalid("form.incomplete", { phone: "form.incomplete" });
  if (!actor.phones.includes(phone)) {
    if (!proof) throw proofMissing(actor);
    if (!(await purposeProved({ phone, proof }))) throw denied("otp.proofNeeded");
  }
  const consumer = await row<{ id: string }>(sql`select id from consumers where phone = ${phone}`);
  if (!consumer) throw missing("device.notRegistered");
  return { id: consumer.id, kind: "consumer", sessionId: null };
}

/** A device with the phone of its owner, by which seeded people are spared from real messages. */
export type AppDevice = { id: string; token: string; phone: string };

/** The devices of these accounts by account; a center's or technician's only while its session is valid. */
export async function devicesOf(accountIds: readonly string[]): Promise<Map<string, AppDevice[]>> {
  const sealedDevices = await rows<{ id: string; accountId: string; sealed: string; phone: string }>(
    sql`select d.id, d.account_id as "accountId", d.sealed, coalesce(c.phone, t.phone, s.phone) as phone
       from app_devices d
       left join consumers c on c.id = d.account_id left join technicians t on t.id = d.account_id
       left join centers s on s.id = d.account_id
      where d.account_id = any(${accountIds}::uuid[]) and (d.account_kind = 'consumer' or exists (
        select from sessions where id = d.session_id and ended_at is null and expires_at > ${now()}))`,
  );
  const devices = new Map<string, AppDevice[]>();
  for (const { id, accountId, sealed, phone } of sealedDevices) {
    const token = opened(sealed);
    if (token) devices.set(accountId, [...(devices.get(accountId) ?? []), { id, token, phone: phone ?? "" }]);
  }
  return devices;
}

/** Forget a device that no longer exists. */
export const forgetDevice = (id: string) => rows(sql`delete from app_devices where id = ${id}`);

/** Forget the devices of ended sessions. */
export const forgetDevices = ({ sessionIds }: { sessionIds: string[] }) =>
  rows(sql`delete from app_devices where session_id = any(${sessionIds})`);

function opened(sealed: string) {
  try {
    return unseal(sealed);
  } catch {
    // Sealed with a secret that is no longer in the ring: the app must register again.
    return undefined;
  }
}
