import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { loader as root } from "#app/root.tsx";
import { aBrowser } from "#app/testing/a-browser.ts";
import type { Site } from "#app/ui/base/site.ts";
import { endSession, endSessionsOf, openSession } from "#modules/access/index.ts";
import { moveClock, resetClock } from "#modules/kernel/clock.ts";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { longestRefused, refusedLifeMs } from "#modules/kernel/db/refused-forms.server.ts";
import { text } from "#modules/kernel/validation.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aClient, anAdmin, anOnboarder, aTechnician } from "#modules/testing/factories.ts";
import { openDoor } from "../request/door.server.ts";
import type { Portal } from "../session/session.server.ts";
import { adminActions, centerActions, onboarderActions, technicianActions } from "./page.server.ts";
import { wayBack } from "./way-back.server.ts";

openDatabase();

/*
 * A form sent in a session that is over comes back after the login with what was typed: to the same account, in the same
 * browser, once, for half an hour.
 */

let done = 0;
const save = {
  limit: "test",
  input: z.object({ name: text(30) }),
  run: () => {
    done += 1;
  },
  unkeyed: "test",
  say: "error.changed",
} as const;
const ofAdmins = { can: "any admin", fresh: { none: "A test" } } as const;
const actions = {
  admin: adminActions({ save: { ...save, ...ofAdmins }, other: { ...save, ...ofAdmins } }),
  center: centerActions({ save: { ...save, can: "desk" } }),
  onboarder: onboarderActions({ save }),
  technician: technicianActions({ save }),
};

type Person = { portal: Portal; id: string };
const people: Record<string, () => Promise<Person>> = {
  admin: async () => ({ portal: "admin", id: (await anAdmin()).id }),
  "client admin": async () => ({
    portal: "admin",
    id: (await anAdmin({ adminRole: "CLIENT", clientId: (await aClient()).id })).id,
  }),
  center: async () => ({ portal: "center", id: (await aCenter()).id }),
  onboarder: async () => ({ portal: "onboarder", id: (await anOnboarder()).id }),
  technician: async () => ({ portal: "technician", id: (await aTechnician({ center: await aCenter() })).id }),
};

/** A browser in which people work; `signIn` opens a session and goes where the login leads. */
function aSender() {
  const { jar, address, ask, take } = aBrowser();
  return {
    jar,
    async signIn({ portal, id }: Person) {
      const session = await openSession({ kind: portal, subjectId: id, via: "cookie", address });
      const door = openDoor(ask("/login"));
      const to = await wayBack(door, portal, "/home", session);
      take(door.headers);
      jar.set(`${portal}_session`, session.token);
      jar.set(`${portal}_known`, hashToken(session.token));
      return { to, ...session };
    },
    async send(portal: Portal, path: string, body: URLSearchParams | FormData) {
      const answer = await (actions[portal](ask(path, { method: "POST", body }) as never) as Promise<unknown>).catch(
        (thrown: unknown) => thrown,
      );
      const { headers } = answer as Response;
      take(headers);
      return headers.get("location");
    },
    async open(path: string) {
      const { data } = (await root(ask(path))) as unknown as { data: Site };
      return data.refused;
    },
  };
}

const page = "/page?do=remarks&of=7?x";
const typed = (more: Record<string, string> = {}) =>
  new URLSearchParams({ intent: "save", once: "key-1", name: "Gate at the back", ...more });
const storedCount = async () => Number((await row<{ count: string }>(sql`select count(*) from refused_forms`))!.count);
const backOf = ({ jar }: { jar: Map<string, string> }, portal: Portal) => jar.get(`${portal}_back`);

/** A browser in which this person's session is over, and sent a form. */
async function overWith(person: Person, body: URLSearchParams | FormData = typed()) {
  const browser = aSender();
  const { sessionId } = await browser.signIn(person);
  await endSession(sessionId);
  await browser.send(person.portal, page, body);
  return browser;
}

test.each(Object.entries(people))(
  "a form a %s sent in a session that is over comes back after the login, to be sent again",
  async (_who, person) => {
    const who = await person();
    const browser = aSender();
    const { sessionId } = await browser.signIn(who);
    await endSession(sessionId);
    done = 0;
    expect(await browser.send(who.portal, page, typed())).toBe(who.portal === "technician" ? "/visit" : "/admin-login");
    expect(done).toBe(0);
    const { to } = await browser.signIn(who);
    expect(to).toMatch(/^\/page\?do=remarks&of=7\?x&refused=[\w-]{16}$/);
    for (let time = 0; time < 2; time += 1)
      expect(await browser.open(to)).toEqual({
        intent: "save",
        problem: "session.formKept",
        values: { name: "Gate at the back" },
      });
    expect(await browser.send(who.portal, to, typed())).toBe(page);
    expect(done).toBe(1);
    expect(await browser.open(to)).toBe(null);
    // The login leads there once.
    expect((await browser.signIn(who)).to).toBe("/home");
  },
);

test("a session whose cookie the browser has forgotten is known by the mark it left", async () => {
  const who = await people.admin!();
  const browser = aSender();
  await browser.signIn(who);
  browser.jar.delete("admin_session");
  expect(await browser.send("admin", page, typed())).toBe("/admin-login");
  const { to } = await browser.signIn(who);
  expect((await browser.open(to))?.values).toEqual({ name: "Gate at the back" });
});

test("nobody else who logs in in this browser is shown it, nor the same person in another one", async () => {
  const asha = await people.admin!();
  const meera = await people.admin!();
  const browser = await overWith(asha);
  const back = backOf(browser, "admin")!;
  expect(back).toContain("refused=");
  // The reference alone opens nothing, before the login, in another browser, or with another's cookies.
  expect(await browser.open(back)).toBe(null);
  const other = aSender();
  other.jar.set("admin_back", back);
  expect((await other.signIn(asha)).to).toBe(page);
  other.jar.set("admin_back", back).set("refused", "guessed");
  expect((await other.signIn(asha)).to).toBe(page);
  const { to } = await browser.signIn(meera);
  expect(to).toBe(page);
  expect([await browser.open(to), await browser.open(back)]).toEqual([null, null]);
  // Of another portal neither: its account could have the same id.
  const center = await overWith(await people.center!());
  center.jar.set("admin_back", backOf(center, "center")!);
  expect((await center.signIn(asha)).to).toBe(page);
});

test("what came back is shown in that session alone", async () => {
  const asha = await people.admin!();
  const meera = await people.admin!();
  const browser = await overWith(asha);
  const { to } = await browser.signIn(asha);
  expect(await browser.open(to)).not.toBe(null);
  await browser.signIn(meera);
  expect(await browser.open(to)).toBe(null);
});

test("of who never had a session there, or whose login was closed, nothing is read and nothing kept", async () => {
  await rows(sql`delete from refused_forms`);
  const stranger = aSender();
  for (const token of [undefined, "guessed"]) {
    if (token) stranger.jar.set("admin_session", token);
    expect(await stranger.send("admin", page, typed())).toBe("/admin-login");
  }
  const closed = aSender();
  const who = await people.admin!();
  await closed.signIn(who);
  await endSessionsOf("admin", who.id, "shut_out");
  expect(await closed.send("admin", page, typed())).toBe("/admin-login");
  // A session of one portal speaks for no other.
  const center = aSender();
  const { token } = await center.signIn(await people.center!());
  center.jar.set("admin_session", token);
  expect(await center.send("admin", page, typed())).toBe("/admin-login");
  expect(await storedCount()).toBe(0);
});

test("codes, passwords and files are not kept, and what is kept lies sealed", async () => {
  await rows(sql`delete from refused_forms`);
  const who = await people.admin!();
  const body = new FormData();
  const secrets = { password: "s3cret-word", confirmPassword: "s3cret-2", confirmOtp: "482913", otp: "482914" };
  for (const [name, value] of [...typed(), ...Object.entries(secrets)]) body.append(name, value);
  body.append("picture", new File(["GATE-PICTURE"], "gate.png", { type: "image/png" }));
  body.append("note", "behind the picture");
  const browser = await overWith(who, body);
  const dump = (await row<{ all: string }>(sql`select string_agg(t::text, '') as all from refused_forms t`))!.all;
  for (const word of ["Gate", "GATE-PICTURE", ...Object.values(secrets)]) expect(dump).not.toContain(word);
  const { to } = await browser.signIn(who);
  // Who sent them is told to choose them again.
  expect(await browser.open(to)).toMatchObject({
    problem: "session.formKeptButFiles",
    values: { name: "Gate at the back", note: "behind the picture" },
  });
});

test("a form that is too long leads back to its page without its words, a picture that is too large does not", async () => {
  const who = await people.admin!();
  const long = await overWith(who, typed({ note: "x".repeat(longestRefused) }));
  expect((await long.open((await long.signIn(who)).to))?.values).toEqual({});
  const huge = await overWith(who, typed({ note: "x".repeat(2 * 1024 * 1024) }));
  expect((await huge.signIn(who)).to).toBe(page);
  const body = new FormData();
  for (const [name, value] of typed()) body.append(name, value);
  body.append("picture", new File([new Uint8Array(3 * 1024 * 1024)], "gate.png", { type: "image/png" }));
  const large = await overWith(who, body);
  expect((await large.open((await large.signIn(who)).to))?.values).toEqual({ name: "Gate at the back" });
});

test("after half an hour, and of an intent the page does not have, the login leads to the page alone", async () => {
  const who = await people.admin!();
  const late = await overWith(who);
  moveClock(refusedLifeMs + 1_000);
  expect((await late.signIn(who)).to).toBe(page);
  resetClock();
  const strange = await overWith(who, typed({ intent: "nonsense" }));
  expect((await strange.signIn(who)).to).toBe(page);
});

test("a way back to another site is none, whatever it carries", async () => {
  const who = await people.admin!();
  const browser = await overWith(who);
  const reference = backOf(browser, "admin")!.split("refused=")[1]!;
  browser.jar.set("admin_back", `//example.com/?refused=${reference}`);
  expect((await browser.signIn(who)).to).toBe("/home");
});
