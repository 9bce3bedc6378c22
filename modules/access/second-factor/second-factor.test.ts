import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { type ActorOf, type Permission, system } from "#modules/kernel/actor.ts";
import { freezeClock, minute, moveClock, now, resetClock, second } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAddress } from "#modules/testing/factories.ts";
import { fc } from "#modules/testing/property.ts";
import {
  actorOfCookie,
  actorOfToken,
  changeAdminPassword,
  confirmItIsYou,
  confirmSecondFactor,
  createAdmin,
  deviceOf,
  endOtherSessions,
  endOwnSession,
  finishAdminSignIn,
  isFresh,
  newRecoveryCodes,
  offeredSecondFactor,
  offerSecondFactor,
  openSession,
  ownSessions,
  pendingSignIn,
  replaceSecondFactor,
  resetSecondFactor,
  saveRole,
  secondFactorOf,
  setAdminActive,
  signInAdmin,
  startAdminSignIn,
  turnOffSecondFactor,
} from "../index.ts";
import { spendCode, totpOf } from "./second-factor-code.ts";

openDatabase();

const cli = system("cli");
const password = "Demo@2026";
const step = 30 * second;

afterEach(() => {
  resetClock();
  configure({ adminTotp: "optional" });
});

const keyOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: { key?: string; message: string }) => error.key ?? error.message,
  );

let last = 0;
type AdminOptions = { permissions?: readonly Permission[]; role?: "SUPER_ADMIN" | "CLIENT" | "ROLE" };

/** Creates an admin with an open session; `enter` opens further ones. */
async function anAdmin({ permissions, role }: AdminOptions = {}) {
  const userName = `factor${++last}`;
  const adminRole = role ?? (permissions ? "ROLE" : "SUPER_ADMIN");
  const saved =
    permissions && (await saveRole(cli, { roleName: `role of ${userName}`, permissions: [...permissions] }));
  const clientId = adminRole === "CLIENT" ? (await aClient()).id : undefined;
  const input = { userName, password, name: "Someone", adminRole, ...(saved && { roleId: saved.id }) };
  const { id } = await createAdmin(cli, { ...input, ...(clientId && { clientId }) });
  const enter = async (via: "cookie" | "token" = "cookie") => {
    const { token } = await openSession({ kind: "admin", subjectId: id, via, address: anAddress(), provedAt: now() });
    return token;
  };
  const token = await enter();
  const actor = async (of = token) => (await actorOfCookie("admin", of, { toSetUp: true })) as ActorOf<"admin">;
  return { id, userName, token, actor, enter };
}

/** Creates an admin with a second factor; `code(1)` is the authenticator's code half a minute later. */
async function anEnrolled(options: AdminOptions = {}) {
  const admin = await anAdmin(options);
  const actor = await admin.actor();
  await offerSecondFactor(actor);
  const { groups } = (await offeredSecondFactor(actor))!;
  const secret = groups.join("");
  const code = (apart = 0) => totpOf(secret, admin.userName).generate({ timestamp: now().getTime() + apart * step });
  const { recoveryCodes } = await confirmSecondFactor(actor, { otp: code() });
  // The code of this time step was used to turn it on.
  moveClock(step);
  return { ...admin, secret, code, recoveryCodes };
}

const login = (userName: string, otp?: string, address = anAddress()) =>
  signInAdmin({ userName, password, via: "token", address, otp });
const start = async (userName: string) => {
  const began = await startAdminSignIn({ userName, password, address: anAddress() });
  if (!("waiting" in began)) throw new Error("no code was asked for");
  return { token: began.waiting, id: (await pendingSignIn(began.waiting))!.id };
};
const finish = (began: { token: string | undefined; id: string }, otp: string) =>
  finishAdminSignIn({ ...began, otp, address: anAddress() });

describe("codes of the authenticator", () => {
  test("RFC 6238: a code is taken a step early and a step late, and no further apart, wherever in a step one is", async () => {
    const { id, code } = await anEnrolled();
    const begun = now().getTime();
    const shots = fc.sample(fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 0, max: step - 1 })), 60);
    for (const [index, [apart, within]] of shots.entries()) {
      // Each try at its own time, more than a day after the one before, when earlier wrong codes are forgotten.
      freezeClock(new Date(Math.floor(begun / step) * step + (index + 1) * 25 * 60 * minute + within));
      const outcome = await keyOf(spendCode(id, code(apart)));
      expect([apart, within, outcome]).toEqual([apart, within, Math.abs(apart) <= 1 ? "ok" : "totp.wrong"]);
    }
  });

  test("a code is good once, and after a later one an earlier one is not", async () => {
    const { id, code } = await anEnrolled();
    freezeClock(now());
    expect(await keyOf(spendCode(id, code()))).toBe("ok");
    expect(await keyOf(spendCode(id, code()))).toBe("totp.used");
    expect(await keyOf(spendCode(id, code(1)))).toBe("ok");
    expect(await keyOf(spendCode(id, code()))).toBe("totp.used");
  });

  test("of many who come with one code at once exactly one passes", async () => {
    const { id, code, recoveryCodes } = await anEnrolled();
    for (const one of [code(), recoveryCodes[0]!, code(1), recoveryCodes[1]!]) {
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => keyOf(spendCode(id, one))));
      expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    }
  });

  test("forty wrong codes at once reach the comparison five times; then each try waits longer, the right one too", async () => {
    const { id, code, recoveryCodes, userName } = await anEnrolled();
    freezeClock(now());
    const guesses = Array.from({ length: 40 }, (_, at) => (at % 2 ? "000000" : "aaaaa-aaaaa"));
    const outcomes = await Promise.all(guesses.map((guess) => keyOf(spendCode(id, guess))));
    expect(outcomes.filter((outcome) => outcome === "totp.wrong")).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === "totp.wait")).toHaveLength(35);
    const refusals = (await historyOf("admin", id)).filter(({ event }) => event === "admin.codeRefused");
    expect(refusals).toHaveLength(5);
    // During the wait, neither the right code nor a recovery code helps, although the password is right.
    for (const right of [code(), recoveryCodes[0]!]) expect(await keyOf(spendCode(id, right))).toBe("totp.wait");
    expect(await keyOf(login(userName, code()))).toBe("totp.wait");
    for (const wait of [30, 60, 120, 240, 480, 900, 900]) {
      moveClock(wait * second - 1_000);
      expect([wait, await keyOf(spendCode(id, code()))]).toEqual([wait, "totp.wait"]);
      moveClock(1_000);
      expect([wait, await keyOf(spendCode(id, "000000"))]).toEqual([wait, "totp.wrong"]);
    }
    moveClock(15 * minute);
    expect(await keyOf(spendCode(id, code()))).toBe("ok");
    expect(await keyOf(spendCode(id, "000000"))).toBe("totp.wrong");
    expect(await keyOf(spendCode(id, code(1)))).toBe("ok");
  });

  test("what is no code at all is wrong, and nothing else", async () => {
    const odd = ["", " ", "12345", "1234567", "१२३४५६", "0x12ab", "123456\u0000", "-12345", "null", "a".repeat(5000)];
    for (const one of odd) {
      const { id } = await anEnrolled();
      expect([one.slice(0, 20), await keyOf(spendCode(id, one))]).toEqual([one.slice(0, 20), "totp.wrong"]);
    }
    const { id } = await anAdmin();
    expect(await keyOf(spendCode(id, "123456"))).toBe("totp.wrong");
  });

  test("another admin's code and recovery codes open nothing", async () => {
    const one = await anEnrolled();
    const other = await anEnrolled();
    expect(await keyOf(spendCode(one.id, other.code()))).toBe("totp.wrong");
    expect(await keyOf(spendCode(one.id, other.recoveryCodes[0]!))).toBe("totp.wrong");
  });
});

describe("recovery codes", () => {
  test("ten different ones, each good once, however they are typed; new ones take the place of all before", async () => {
    const { id, recoveryCodes, actor } = await anEnrolled();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const [at, one] of recoveryCodes.slice(0, 5).entries()) {
      const typed = [one, one.toUpperCase(), one.replace("-", ""), one.replace("-", " "), ` ${one} `][at]!;
      expect(await spendCode(id, typed)).toEqual({ by: "recovery", left: 9 - at });
      expect(await keyOf(spendCode(id, one))).toBe("totp.wrong");
    }
    expect(await secondFactorOf(id)).toMatchObject({ codesLeft: 5 });
    const { recoveryCodes: fresh } = await newRecoveryCodes(await actor());
    expect(await keyOf(spendCode(id, recoveryCodes[9]!))).toBe("totp.wrong");
    expect(await spendCode(id, fresh[0]!)).toEqual({ by: "recovery", left: 9 });
  });

  test("neither secret nor code nor recovery code stands anywhere in the clear", async () => {
    const { id, userName, secret, code, recoveryCodes } = await anEnrolled();
    const used = code();
    await login(userName, used);
    await spendCode(id, recoveryCodes[0]!);
    const tables = await rows<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const storedTexts: string[] = [];
    for (const { name } of tables)
      for (const { whole } of await rows<{ whole: string }>(sql`select t::text as whole from ${sql.raw(name)} t`))
        storedTexts.push(whole);
    for (const word of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replace("-", ""))])
      expect(storedTexts.filter((whole) => whole.includes(word))).toEqual([]);
    expect(JSON.stringify(await historyOf("admin", id))).not.toContain(used);
  });
});

describe("setting it up", () => {
  test("only the session that asked is shown the key, for a quarter of an hour, and only its code turns it on", async () => {
    const admin = await anAdmin();
    const here = await admin.actor();
    const elsewhere = await admin.actor(await admin.enter());
    await offerSecondFactor(here);
    const { groups, uri } = (await offeredSecondFactor(here))!;
    expect(uri).toContain(`otpauth://totp/${env.productName}:${admin.userName}?issuer=${env.productName}&secret=`);
    expect(await offeredSecondFactor(elsewhere)).toBeUndefined();
    const code = () => totpOf(groups.join(""), "").generate({ timestamp: now().getTime() });
    expect(await keyOf(confirmSecondFactor(elsewhere, { otp: code() }))).toBe("totp.offerOver");
    expect(await keyOf(confirmSecondFactor(here, { otp: "000000" }))).toBe("totp.wrong");
    moveClock(15 * minute);
    expect(await keyOf(confirmSecondFactor(here, { otp: code() }))).toBe("totp.offerOver");
    expect(await secondFactorOf(admin.id)).toBeUndefined();
  });

  test("every other session ends with it: they were opened without it", async () => {
    const admin = await anAdmin();
    const other = await admin.enter();
    const app = await admin.enter("token");
    const actor = await admin.actor();
    await offerSecondFactor(actor);
    const { groups } = (await offeredSecondFactor(actor))!;
    await confirmSecondFactor(actor, { otp: totpOf(groups.join(""), "").generate({ timestamp: now().getTime() }) });
    expect(await keyOf(admin.actor(other))).toBe("session.invalid");
    expect(await keyOf(actorOfToken(app))).toBe("session.invalid");
    expect(await admin.actor()).toMatchObject({ secondFactor: true });
    expect(await keyOf(offerSecondFactor(actor))).toBe("totp.onAlready");
  });

  test("the old phone counts until the new one gave its first code, and then no more", async () => {
    const { id, actor, code, recoveryCodes } = await anEnrolled();
    const admin = await actor();
    await replaceSecondFactor(admin);
    const { groups } = (await offeredSecondFactor(admin))!;
    expect(await keyOf(spendCode(id, code()))).toBe("ok");
    const fresh = totpOf(groups.join(""), "");
    await confirmSecondFactor(admin, { otp: fresh.generate({ timestamp: now().getTime() }) });
    moveClock(2 * step);
    expect(await keyOf(spendCode(id, code()))).toBe("totp.wrong");
    expect(await keyOf(spendCode(id, recoveryCodes[0]!))).toBe("totp.wrong");
    expect(await keyOf(spendCode(id, fresh.generate({ timestamp: now().getTime() })))).toBe("ok");
  });

  test("it is turned off only where it is not required; a reset by the operator ends every session", async () => {
    const one = await anEnrolled();
    configure({ adminTotp: "required" });
    expect(await keyOf(turnOffSecondFactor(await one.actor()))).toBe("totp.required");
    configure({ adminTotp: "optional" });
    await turnOffSecondFactor(await one.actor());
    expect(await keyOf(login(one.userName))).toBe("ok");
    expect(await keyOf(turnOffSecondFactor(await one.actor()))).toBe("totp.notOn");

    const other = await anEnrolled();
    expect(await keyOf(resetSecondFactor(cli, "nobody-has-this-name"))).toBe("admin.notFound");
    expect(await resetSecondFactor(cli, other.userName.toUpperCase())).toEqual({
      userName: other.userName,
      required: false,
    });
    expect(await keyOf(other.actor())).toBe("session.invalid");
    expect(await keyOf(login(other.userName))).toBe("ok");
    const events = (await historyOf("admin", other.id)).map(({ event }) => event);
    expect(events).toEqual(
      expect.arrayContaining(["admin.secondFactorOn", "admin.secondFactorReset", "admin.signedIn"]),
    );
  });
});

describe("signing in", () => {
  test("a wrong password has the same words whether the second factor is on or not, with any code", async () => {
    const plain = await anAdmin();
    const enrolled = await anEnrolled();
    for (const { userName } of [plain, enrolled])
      for (const otp of [undefined, "123456", enrolled.code()]) {
        const tried = signInAdmin({ userName, password: "Wrong@1234", via: "token", address: anAddress(), otp });
        expect(await keyOf(tried)).toBe("admin.loginFailed");
      }
    expect(await keyOf(login(enrolled.userName))).toBe("totp.needed");
    expect(await keyOf(login(enrolled.userName, enrolled.code()))).toBe("ok");
  });

  test("after the password there is no session before the code, and the code is good for that sign-in alone", async () => {
    const { id, userName, code } = await anEnrolled();
    const before = await rows(sql`select id from sessions where subject_id = ${id}`);
    const began = await start(userName);
    expect(await keyOf(actorOfCookie("admin", began.token))).toBe("session.invalid");
    expect(await rows(sql`select id from sessions where subject_id = ${id}`)).toHaveLength(before.length);
    expect(await keyOf(finish(began, "000000"))).toBe("totp.wrong");
    const { session } = await finish(began, code());
    expect(await actorOfCookie("admin", session.token)).toMatchObject({ kind: "admin", adminId: id });
    moveClock(step);
    expect(await keyOf(finish(began, code()))).toBe("admin.loginOver");
  });

  test("two codes at once for one sign-in open one session", async () => {
    const { userName, code, recoveryCodes } = await anEnrolled();
    const began = await start(userName);
    const outcomes = await Promise.all([code(), recoveryCodes[0]!].map((one) => keyOf(finish(began, one))));
    expect(outcomes.sort()).toEqual(["admin.loginOver", "ok"]);
  });

  test.each([
    ["another browser, without the cookie", async () => ({ token: undefined })],
    ["another browser, with a made-up one", async () => ({ token: "x".repeat(43) })],
    ["a form of another tab's sign-in", async ({ userName }: Enrolled) => ({ id: (await start(userName)).id })],
    ["somebody else's sign-in", async () => ({ token: (await start((await anEnrolled()).userName)).token })],
    ["five minutes later", async () => void moveClock(5 * minute)],
    [
      "another password by now",
      ({ id }: Enrolled) => changeAdminPassword(cli, { adminId: id, password: "Other@2026" }),
    ],
    ["disabled by now", ({ id }: Enrolled) => setAdminActive(cli, { adminId: id, isActive: false })],
  ])("%s: begun anew", async (_what, happen) => {
    const enrolled = await anEnrolled();
    const began = await start(enrolled.userName);
    const other = (await happen(enrolled)) ?? {};
    expect(await keyOf(finish({ ...began, ...other }, enrolled.code()))).toBe("admin.loginOver");
    expect(await keyOf(finish({ ...began, ...other }, enrolled.recoveryCodes[0]!))).toBe("admin.loginOver");
  });

  test("reset by the operator between the steps: no code fits, and the next sign-in needs none", async () => {
    const enrolled = await anEnrolled();
    const began = await start(enrolled.userName);
    await resetSecondFactor(cli, enrolled.userName);
    expect(await keyOf(finish(began, enrolled.code()))).toBe("totp.wrong");
    expect(await keyOf(login(enrolled.userName))).toBe("ok");
  });
});

type Enrolled = Awaited<ReturnType<typeof anEnrolled>>;

describe("who must have it", () => {
  const kinds: [string, AdminOptions, boolean][] = [
    ["a super admin", {}, true],
    ["a role that cancels paid requests", { permissions: ["edit_ticket.full_access"] }, true],
    ["a client that cancels its own", { role: "CLIENT", permissions: ["edit_ticket.full_access"] }, true],
    ["a role that only looks at the wallet", { permissions: ["view_Wallet", "view_ticket.full_access"] }, false],
    ["a role without permissions", { permissions: [] }, false],
    ["a client without permissions", { role: "CLIENT" }, false],
  ];
  const settings = ["required", "optional", "off"] as const;

  test.each(
    kinds.flatMap(([who, options, money]) => settings.map((setting) => [who, setting, options, money] as const)),
  )("%s, %s", async (_who, setting, options, money) => {
    const plain = await anAdmin(options);
    const enrolled = await anEnrolled(options);
    const app = await plain.enter("token");
    configure({ adminTotp: setting });
    const must = setting === "required" && money;
    const refused = must ? "totp.setUpFirst" : "ok";
    // Without a second factor: cookie sessions, app tokens and the API's login.
    expect(await keyOf(actorOfCookie("admin", plain.token))).toBe(refused);
    expect(await keyOf(actorOfToken(app))).toBe(refused);
    expect(await keyOf(login(plain.userName))).toBe(refused);
    expect(await keyOf(plain.actor())).toBe("ok");
    // With one: the code is needed unless second factors are off.
    expect(await keyOf(login(enrolled.userName))).toBe(setting === "off" ? "ok" : "totp.needed");
    expect(await keyOf(login(enrolled.userName, enrolled.code()))).toBe("ok");
    expect(await keyOf(actorOfCookie("admin", enrolled.token))).toBe("ok");
  });

  test("a browser is let in as far as setting it up; the refusal of the API says where", async () => {
    const { userName } = await anAdmin();
    configure({ adminTotp: "required" });
    const began = await startAdminSignIn({ userName, password, address: anAddress() });
    expect(began).toMatchObject({ admin: { userName } });
    expect(await keyOf(actorOfCookie("admin", (began as { session: { token: string } }).session.token))).toBe(
      "totp.setUpFirst",
    );
  });
});

describe("a fresh session", () => {
  test("is one whose password and code were given within ten minutes", async () => {
    const { userName, code } = await anEnrolled();
    const { session } = await finish(await start(userName), code());
    const actor = async () => (await actorOfCookie("admin", session.token)) as ActorOf<"admin">;
    expect(isFresh(await actor(), "money")).toBe(true);
    moveClock(10 * minute);
    const stale = await actor();
    expect(isFresh(stale, "money")).toBe(false);
    const confirm = (proof: { password: string; otp?: string }) =>
      keyOf(confirmItIsYou(stale, proof, { address: anAddress() }));
    expect(await confirm({ password: "Wrong@1234", otp: code() })).toBe("admin.passwordWrong");
    expect(await confirm({ password })).toBe("totp.missing");
    expect(await confirm({ password, otp: "000000" })).toBe("totp.wrong");
    expect(isFresh(await actor(), "money")).toBe(false);
    expect(await confirm({ password, otp: code() })).toBe("ok");
    expect(isFresh(await actor(), "money")).toBe(true);
    expect(await confirm({ password, otp: code() })).toBe("totp.used");
  });
});

describe("where one is signed in", () => {
  const chrome =
    "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";
  const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0";

  test("a browser is named in words of ours alone, whatever it calls itself", () => {
    expect(deviceOf(chrome)).toBe("Chrome, Android");
    expect(deviceOf(firefox)).toBe("Firefox, Windows");
    expect(deviceOf("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1")).toBe(
      "Safari, iPhone",
    );
    for (const odd of [null, "", "curl/8", "<script>alert(1)</script>", "\u0000", "9876543210 ".repeat(10_000)])
      expect(deviceOf(odd)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (userAgent) => /^([A-Z][A-Za-z ]+(, )?)?([A-Za-z]+)?$/.test(deviceOf(userAgent) ?? "")),
      { numRuns: 200 },
    );
  });

  test("each session of one's own with browser, short network and times; this one is marked; nobody else's", async () => {
    const admin = await anAdmin();
    const other = await anAdmin();
    const address = "203.0.113.77";
    const opened = { kind: "admin", subjectId: admin.id, device: deviceOf(firefox) } as const;
    await openSession({ ...opened, via: "cookie", address });
    await openSession({ ...opened, via: "token", address: "2001:db8:1:2::5" });
    const listed = await ownSessions(await admin.actor());
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    expect(listed.map(({ network }) => network)).toEqual(expect.arrayContaining(["203.0.113.x", "2001:db8:1:…"]));
    expect(listed.map(({ device }) => device)).toContain("Firefox, Windows");
    expect(JSON.stringify(listed)).not.toContain(address);
    const ids = listed.map(({ id }) => id);
    expect((await ownSessions(await other.actor())).filter(({ id }) => ids.includes(id))).toEqual([]);
  });

  test("last seen is written at most every ten minutes", async () => {
    const admin = await anAdmin();
    freezeClock(now());
    const seen = async () => {
      await admin.actor();
      const [row] = await rows<{ at: string | null }>(
        sql`select last_seen_at as at from sessions where subject_id = ${admin.id}`,
      );
      return row!.at && new Date(row!.at).getTime();
    };
    const begun = now().getTime();
    moveClock(9 * minute);
    expect(await seen()).toBeNull();
    moveClock(2 * minute);
    expect(await seen()).toBe(begun + 11 * minute);
    moveClock(9 * minute);
    expect(await seen()).toBe(begun + 11 * minute);
    moveClock(1 * minute);
    expect(await seen()).toBe(begun + 21 * minute);
  });

  test("one is ended, all others are, at once; another admin's session does not exist", async () => {
    const admin = await anAdmin();
    const stranger = await anAdmin();
    const second = await admin.enter();
    const third = await admin.enter("token");
    const me = await admin.actor();
    const target = await admin.actor(second);
    expect(await keyOf(endOwnSession(await stranger.actor(), { sessionId: target.sessionId }))).toBe(
      "signedIn.notFound",
    );
    await endOwnSession(me, { sessionId: target.sessionId });
    expect(await keyOf(admin.actor(second))).toBe("session.invalid");
    expect(await keyOf(endOwnSession(me, { sessionId: target.sessionId }))).toBe("signedIn.notFound");
    expect(await endOtherSessions(me)).toEqual({ count: 1 });
    expect(await keyOf(actorOfToken(third))).toBe("session.invalid");
    expect(await keyOf(admin.actor())).toBe("ok");
    expect(await keyOf(stranger.actor())).toBe("ok");
    const events = (await historyOf("admin", admin.id)).map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(["admin.sessionEnded", "admin.otherSessionsEnded"]));
  });
});
