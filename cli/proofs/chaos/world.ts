import { sql } from "kysely";
import { seedPeople } from "#modules/demo/index.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Stand } from "../stand/stand.ts";
import { Caller, Outside, Tally } from "./client.ts";

/** The actors: the demo's two centers of one service and pincode, signed in, with a dealer's code and an admin. */
export type World = {
  service: string;
  dealer: string;
  address: { city: string; state: string; pincode: string };
  centers: { id: string; qr: string; token: string; technicians: string[] }[];
  admin: string;
};

const serviceName = "AC REPAIR";
const pincode = "560001";

/** Seeds the demo's people into a stand and signs in those who act in the proof. */
export async function buildWorld(stand: Stand): Promise<World> {
  await unitOfWork(seedPeople);
  const caller = new Caller(stand.webs, new Tally(), "world");
  const centerRows = await unitOfWork(() =>
    rows<{ id: string; phone: string; qr: string; technicians: string[] }>(
      sql`select c.id, c.phone, q.qr_id as qr, array(select t.id::text from technicians t where t.center_id = c.id) as technicians
       from centers c join partner_qrs q on q.center_id = c.id and q.kind = 'center'
       join center_services s on s.center_id = c.id join services n on n.id = s.service_id and n.service_name = ${serviceName}
       where c.pincode = ${pincode} order by q.qr_id limit 2`,
    ),
  );
  const [service] = await unitOfWork(() =>
    rows<{ id: string }>(sql`select id from services where service_name = ${serviceName}`),
  );
  const centers: World["centers"] = [];
  for (const { id, phone, qr, technicians } of centerRows)
    centers.push({ id, qr, technicians, token: await signIn(caller, new Outside(stand.outside), phone) });
  const admin = await caller.call("POST", "admin/login", { body: { user_name: "superadmin", password: "Demo@2026" } });
  if (centers.length !== 2 || admin.known !== "done") throw new Error("the demo's people cannot sign in");
  return {
    service: service!.id,
    dealer: "DLR0001",
    address: { city: "Bengaluru", state: "Karnataka", pincode },
    centers,
    admin: admin.reply.token,
  };
}

async function signIn(caller: Caller, outside: Outside, phone: string): Promise<string> {
  const mobile = { country_code: "+91", mobile_number: phone };
  await caller.call("POST", "center/sent-otp", { body: { ...mobile, action: "login" } });
  const otp = Number(await outside.message(phone, /#(\d{6})$/));
  const { known, reply } = await caller.call("POST", "center/login-with-otp", { body: { ...mobile, otp } });
  if (known !== "done") throw new Error(`center ${phone} cannot sign in: ${reply?.message}`);
  return reply.token;
}
