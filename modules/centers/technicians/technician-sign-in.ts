import { sql } from "kysely";
import { type Asker, accountsAreIn, openSession, requestLoginOtp, spendOtp } from "#modules/access/index.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { denied, invalid } from "#modules/kernel/errors.ts";
import type { Locale } from "#modules/messages/index.ts";
import { getCenter } from "../center/queries.ts";
import { mayLogIn } from "../center/sign-in.ts";
import { centerState } from "../state.ts";

type Known = { id: string; technicianId: string; name: string; centerId: string };

// The center is read by its key, and by no join: PostgreSQL may read all centers for a join, but for a known phone only,
// which its time would reveal.
const ofPhone = (phone: string) => sql`from technicians t where t.phone = ${phone} and t.deleted_at is null
  and (select is_active from centers where id = t.center_id) <> ${sql.lit(centerState.DELETED)}`;
accountsAreIn((phone) => sql`select ${ofPhone(phone)}`);

async function technicianOfPhone(phone: string, lock = sql``): Promise<Known | undefined> {
  const [known] = await rows<Known>(
    sql`select t.id, t.technician_id as "technicianId", t.name, t.center_id as "centerId" ${ofPhone(phone)} ${lock}`,
  );
  return known;
}

/** Send a one-time password to a technician's phone; an unknown phone gets the same answer, but no message. */
export async function requestTechnicianOtp({
  phone,
  locale,
  ...asker
}: Asker & { phone: string; locale?: Locale | undefined }) {
  const technician = await technicianOfPhone(phone);
  return requestLoginOtp("technician", { phone, subjectId: technician?.id, locale, ...asker });
}

/**
 * Sign a technician in by phone and one-time password; refused under the same conditions as its center's login (Q100).
 */
export async function signInTechnician({
  phone,
  otp,
  via = "token",
  ...asker
}: Asker & { phone: string; otp: string; via?: "cookie" | "token" }) {
  await spendOtp({ phone, purpose: "technician_login", otp, ...asker });
  return transaction(async () => {
    // Locked: a concurrent removal of the technician or disabling of the center either ends this session too or is seen
    // here.
    await rows(sql`select from centers where id in (select t.center_id ${ofPhone(phone)}) for share`);
    const technician = await technicianOfPhone(phone, sql`for share`);
    if (!technician) throw invalid("otp.wrong");
    if (!mayLogIn(await getCenter(technician.centerId))) throw denied("center.loginDisabled");
    const session = await openSession({ kind: "technician", subjectId: technician.id, via, address: asker.address });
    const actor = { kind: "technician", technicianId: technician.id, sessionId: session.sessionId } as const;
    await record(actor, { subject: "technician", id: technician.id, event: "technician.signedIn", data: { via } });
    return { session, technician };
  });
}
