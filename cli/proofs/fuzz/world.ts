import { sql } from "kysely";
import { openSession, rememberVisitor } from "#modules/access/index.ts";
import type { Random } from "#modules/demo/index.ts";
import { entities } from "#modules/index.ts";
import { now } from "#modules/kernel/clock.ts";
import { connect, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Stand } from "../stand/stand.ts";

/*
 * A market with people and requests, and every kind of caller, so that requests are not refused before they are parsed.
 */

const callers = ["nobody", "visitor", "center", "technician", "onboarder", "super", "role", "client"] as const;
export type Caller = (typeof callers)[number];

type Shown = { token?: string; cookie?: string };

export type World = {
  callers: readonly Caller[];
  /** Existing ids, by the kind of row. */
  ids: Record<string, string[]>;
  phones: string[];
  /** A caller's credentials: an API client's token, or a browser's cookie. */
  show(caller: Caller, way: "token" | "cookie"): Shown;
  /** Creates new sessions for all callers: some were ended by earlier requests. */
  signIn(): Promise<void>;
};

const portals = { center: "center_session", onboarder: "onboarder_session", admin: "admin_session" } as const;

/** Fills the stand's database; this process stays connected to it. */
export async function buildWorld(stand: Stand, tickets: number): Promise<World> {
  const { seedVolume } = await import("#modules/demo/index.ts");
  await connect({ url: stand.at.app, entities });
  await unitOfWork(() => seedVolume({ tickets, seed: 1 }));
  const [center] = await list(
    "select center_id from tickets where center_id is not null group by 1 order by count(*) desc, 1 limit 1",
  );
  const ids = {
    ticket: await list(`select public_id from tickets order by center_id = '${center}' desc nulls last, id limit 60`),
    technician: await list(`select id from technicians order by center_id = '${center}' desc, id limit 10`),
    broadcast: await list(`select id from broadcasts order by center_id = '${center}' desc, id limit 40`),
    center: await list(`select id from centers order by id = '${center}' desc, id limit 5`),
    service: await list("select id from services order by id"),
    vehicle: await list("select id from vehicles order by id"),
    order: await list("select id from orders order by id limit 20"),
    picture: await list("select id from blobs order by id limit 20"),
    partner: await list("select qr_id from partner_qrs order by qr_id limit 10"),
    onboarder: await list("select center_onboarder_id from onboarders"),
  };
  const phones = await list("select phone from tickets order by id limit 20");
  const [technician, onboarder, ...admins] = await list(
    `select (select id from technicians where center_id = '${center}' order by id limit 1)
     union all select id from onboarders union all (select id from admins order by user_name desc)`,
  );
  const subjects: Partial<
    Record<Caller, { kind: "center" | "technician" | "onboarder" | "admin"; subjectId: string }>
  > = {
    center: { kind: "center", subjectId: center! },
    technician: { kind: "technician", subjectId: technician! },
    onboarder: { kind: "onboarder", subjectId: onboarder! },
    super: { kind: "admin", subjectId: admins[0]! },
    role: { kind: "admin", subjectId: admins[1]! },
    client: { kind: "admin", subjectId: admins[2]! },
  };
  const shown = new Map<string, Shown>();
  return {
    callers,
    ids,
    phones,
    show: (caller, way) => shown.get(`${caller} ${way}`) ?? {},
    signIn: () =>
      unitOfWork(async () => {
        for (const [caller, subject] of Object.entries(subjects)) {
          const open = async (via: "token" | "cookie") =>
            (await openSession({ ...subject, via, address: "10.9.9.9", provedAt: now() })).token;
          const token = await open("token");
          shown.set(`${caller} token`, { token });
          const portal = portals[subject.kind as keyof typeof portals];
          shown.set(`${caller} cookie`, portal ? { cookie: `${portal}=${await open("cookie")}` } : { token });
        }
        const { token } = await rememberVisitor({ phone: phones[0]! });
        for (const way of ["token", "cookie"]) shown.set(`visitor ${way}`, { cookie: `visitor=${token}` });
      }),
  };
}

const list = async (text: string) =>
  (await unitOfWork(() => rows<Record<string, string>>(sql.raw(text)))).map((row) => Object.values(row)[0]!);

/** An existing id of the kind a field is named after; of any kind when its name does not say. */
export function idFor(name: string, { ids }: World, random: Random): string {
  const kind = Object.keys(ids).find((known) => new RegExp(known, "i").test(name));
  const list = kind ? ids[kind]! : Object.values(ids).flat();
  return list.length > 0 ? random.pick(list) : random.id(Date.now());
}
