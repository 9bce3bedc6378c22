import { sql } from "kysely";
import { endSession, openSession } from "#modules/access/index.ts";
import { addDeskLogin } from "#modules/centers/index.ts";
import { type Permission, permissions } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { aCenter, anAdmin, aPhone, aPincode, aService, asCenter } from "#modules/testing/factories.ts";
import { aTenant, type Tenant } from "./tenant.ts";

/** Every kind of caller, in the order of the matrix's columns. */
export const callers = [
  "nobody",
  "visitor",
  "center",
  "desk",
  "rival",
  "techn",
  "mate",
  "onboard",
  "client",
  "client+",
  "exact",
  "others",
  "super",
  "expired",
  "ended",
] as const;
export type Caller = (typeof callers)[number];

export type SessionKind = "center" | "admin" | "onboarder" | "technician";
export const cookies = {
  center: "center_session",
  admin: "admin_session",
  onboarder: "onboarder_session",
  technician: "technician_session",
} as const;

/** A caller's credentials: a browser's cookies or an API token. */
export type Shown = { cookie?: string; token?: string };

/**
 * Seeds two tenants and a rival center in one market, and every caller of the matrix; all belong to the first tenant.
 */
export async function aWorld() {
  const service = await unitOfWork(() => aService());
  const second = await unitOfWork(() => aService());
  const pincode = aPincode();
  let rivalry: Promise<{ id: string }> | undefined;
  const rival = () => (rivalry ??= unitOfWork(() => aCenter({ services: [service], pincodes: [pincode] })));
  const market = { service, second, pincode, others: async () => [await rival()] };
  const own = aTenant(market);
  const other = aTenant(market);
  const sessions = new Map<string, Promise<Shown>>();
  const admins = new Map<string, Promise<{ id: string }>>();
  const admin = (name: string, make: () => Promise<{ id: string }>) => {
    if (!admins.has(name)) admins.set(name, unitOfWork(make));
    return admins.get(name)!;
  };

  let login: Promise<{ id: string }> | undefined;
  const deskLogin = () =>
    (login ??= unitOfWork(async () =>
      addDeskLogin(asCenter(await own.center()), { name: "Asha of the desk", phone: aPhone() }),
    ));

  /** The caller as the subject of a session; undefined without an account. */
  async function subjectOf(
    caller: Caller,
    needs: readonly Permission[],
    kinds: readonly SessionKind[],
  ): Promise<Subject> {
    switch (caller) {
      case "nobody":
      case "visitor":
        return undefined;
      case "center":
        return { kind: "center", id: (await own.center()).id };
      case "desk":
        return { kind: "center", id: (await own.center()).id, deskLoginId: (await deskLogin()).id };
      case "rival":
        return { kind: "center", id: (await rival()).id };
      case "techn":
        return { kind: "technician", id: (await own.technician()).id };
      case "mate":
        return { kind: "technician", id: (await own.mate()).id };
      case "onboard":
        return { kind: "onboarder", id: (await own.onboarder()).id };
      case "client":
      case "client+": {
        const clientId = (await own.client()).id;
        const rights = caller === "client+" ? { permissions } : {};
        return {
          kind: "admin",
          id: (await admin(caller, () => anAdmin({ adminRole: "CLIENT", clientId, ...rights }))).id,
        };
      }
      case "exact":
      case "others": {
        const held =
          caller === "exact" ? needs.slice(0, 1) : permissions.filter((permission) => !needs.includes(permission));
        const made = await admin(`${caller} ${needs.join()}`, () => anAdmin({ permissions: held }));
        return { kind: "admin", id: made.id };
      }
      case "super":
        return { kind: "admin", id: (await admin(caller, () => anAdmin())).id };
      case "expired":
      case "ended":
        // The most powerful kind the door is for.
        if (kinds.includes("center")) return subjectOf("center", needs, kinds);
        if (kinds.includes("technician")) return subjectOf("techn", needs, kinds);
        if (kinds.includes("onboarder")) return subjectOf("onboard", needs, kinds);
        return subjectOf("super", needs, kinds);
    }
  }

  type Door = { needs?: readonly Permission[]; kinds: readonly SessionKind[]; api: boolean };

  /** A caller's credentials: a token for the API, and for technicians where a door is no page of theirs. */
  function show(caller: Caller, door: Door): Promise<Shown> {
    const key = JSON.stringify([caller, door]);
    if (!sessions.has(key)) sessions.set(key, signIn(caller, door));
    return sessions.get(key)!;
  }

  async function signIn(caller: Caller, { needs = [], kinds, api }: Door): Promise<Shown> {
    if (caller === "visitor") return { cookie: `visitor=${await own.visitor()}` };
    const subject = await subjectOf(caller, needs, kinds);
    if (!subject) return {};
    const { kind, id, deskLoginId } = subject;
    const via = api || (kind === "technician" && kinds[0] !== "technician") ? "token" : "cookie";
    // Admins have just given their password; sessions that are not fresh are tested in fresh.test.ts.
    const { token, sessionId } = await unitOfWork(() =>
      openSession({ kind, subjectId: id, deskLoginId, via, address: "127.0.0.1", provedAt: now() }),
    );
    if (caller === "expired")
      await rows(sql`update sessions set expires_at = now() - interval '1 s' where id = ${sessionId}`);
    if (caller === "ended") await unitOfWork(() => endSession(sessionId));
    return via === "token" ? { token } : { cookie: `${cookies[kind as keyof typeof cookies]}=${token}` };
  }

  return { own, other, rival, show };
}
export type World = Awaited<ReturnType<typeof aWorld>>;
type Subject = { kind: SessionKind; id: string; deskLoginId?: string } | undefined;

export type { Tenant };
