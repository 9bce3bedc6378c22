import { openSession, requestOtp, spendOtp } from "../access/index.ts";
import { rows, transaction } from "../kernel/db.server.ts";
import { denied, invalid } from "../kernel/errors.ts";
import { record } from "../kernel/history.ts";
import type { Locale } from "../kernel/messages/index.ts";
import { getCenter } from "./queries.ts";
import { mayLogIn } from "./sign-in.ts";

type Known = { id: string; technicianId: string; name: string; centerId: string };

async function technicianOfPhone(phone: string, lock = ""): Promise<Known | undefined> {
  const [known] = await rows<Known>(
    `select t.id, t.technician_id as "technicianId", t.name, t.center_id as "centerId"
       from technicians t join centers c on c.id = t.center_id and c.is_active <> 0
      where t.phone = $1 and t.deleted_at is null ${lock}`,
    [phone],
  );
  return known;
}

/** Send a one-time password to a technician's phone; a phone that is no technician's is answered alike. */
export async function requestTechnicianOtp({
  phone,
  address,
  locale,
}: {
  phone: string;
  address: string;
  locale?: Locale | undefined;
}) {
  const deliver = (await technicianOfPhone(phone)) !== undefined;
  return requestOtp({ phone, purpose: "technician_login", address, locale, deliver });
}

/** Sign a technician in by phone and one-time password; refused like its center's own login (Q100). */
export async function signInTechnician({
  phone,
  otp,
  via = "token",
  address,
}: {
  phone: string;
  otp: string;
  via?: "cookie" | "token";
  address: string;
}) {
  await spendOtp({ phone, purpose: "technician_login", otp, address });
  return transaction(async () => {
    // Locked: whoever takes the technician out or disables the center at this moment ends this session too, or is seen here.
    const technician = await technicianOfPhone(phone, "for share");
    if (!technician) throw invalid("otp.wrong");
    if (!mayLogIn(await getCenter(technician.centerId))) throw denied("center.loginDisabled");
    const session = await openSession({ kind: "technician", subjectId: technician.id, via, address });
    const actor = { kind: "technician", technicianId: technician.id, sessionId: session.sessionId } as const;
    await record(actor, { subject: "technician", id: technician.id, event: "technician.signedIn", data: { via } });
    return { session, technician };
  });
}
