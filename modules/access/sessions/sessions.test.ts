import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { system } from "#modules/kernel/actor.ts";
import { moveClock, resetClock } from "#modules/kernel/clock.ts";
import { hashToken, tokenKey } from "#modules/kernel/crypto.server.ts";
import { pool, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { onlyOnce } from "#modules/kernel/db/idempotency.server.ts";
import { queryOn } from "#modules/kernel/db/sql.ts";
import { say } from "#modules/messages/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  actorOfCookie,
  actorOfToken,
  cleanUp,
  endSession,
  endSessionsOf,
  forgetVisitor,
  openSession,
  registerConsumer,
  rememberVisitor,
  requestOtp,
  visitorOf,
} from "../index.ts";
import { leaveProof } from "../otp/proofs.ts";
import { earlierSession } from "./known-browsers.ts";

openDatabase();

afterEach(resetClock);

const keyOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: { key?: string }) => error.key,
  );
const aCenter = (via: "cookie" | "token", centerId: string = randomUUID()) =>
  openSession({ kind: "center", subjectId: centerId, via, address: "1.1.1.1" }).then((session) => ({
    ...session,
    centerId,
  }));

test("a cookie opens its own portal only, and neither cookie nor token is stored", async () => {
  const { token, sessionId, centerId } = await aCenter("cookie");
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await actorOfCookie("center", token)).toEqual({ kind: "center", centerId, sessionId });
  expect(await keyOf(actorOfCookie("admin", token))).toBe("session.invalid");
  expect(await keyOf(actorOfToken(token))).toBe("session.invalid");
  expect(await keyOf(actorOfCookie("center", undefined))).toBe("session.invalid");
  const jwt = await aCenter("token");
  const { rows } = await pool().query("select * from sessions");
  for (const secret of [token, jwt.token]) expect(JSON.stringify(rows)).not.toContain(secret);
});

const kinds = ["center", "admin", "onboarder", "technician"] as const;

test.each(kinds)("a %s's API token opens nothing as a cookie, and its cookie nothing as a token", async (kind) => {
  const subjectId = randomUUID();
  const open = (via: "cookie" | "token") => openSession({ kind, subjectId, via, address: "1.1.1.1" });
  const cookie = await open("cookie");
  const token = await open("token");
  for (const portal of kinds) expect(await keyOf(actorOfCookie(portal, token.token))).toBe("session.invalid");
  expect(await keyOf(actorOfToken(cookie.token))).toBe("session.invalid");
  // Not even when the cookie's value is signed like a token.
  await rows(sql`update sessions set via = 'cookie' where id = ${token.sessionId}`);
  expect(await keyOf(actorOfToken(token.token))).toBe("session.invalid");
});

test("R024 an API token lives 24 hours, then it is 'jwt expired' (R021); anything else is 'Token is invalid'", async () => {
  const { token, centerId, sessionId } = await aCenter("token");
  expect(await actorOfToken(token)).toEqual({ kind: "center", centerId, sessionId });
  moveClock(24 * 3_600_000 - 2_000);
  expect(await keyOf(actorOfToken(token))).toBe("ok");
  moveClock(2_000);
  expect(await keyOf(actorOfToken(token))).toBe("session.expired");
  expect(say("session.expired")).toBe("jwt expired");
  resetClock();
  expect(await keyOf(actorOfToken(`${token.slice(0, -2)}xx`))).toBe("session.invalid");
  expect(await keyOf(actorOfToken("nonsense"))).toBe("session.invalid");
  expect(say("session.invalid")).toBe("Token is invalid");
});

test("a token that is rightly signed but has no session, or another algorithm, is invalid", async () => {
  const { sessionId } = await aCenter("token");
  const jwt = new SignJWT({ sid: sessionId, kind: "center" }).setSubject(randomUUID()).setExpirationTime("1h");
  expect(await keyOf(actorOfToken(await jwt.setProtectedHeader({ alg: "HS256" }).sign(tokenKey())))).toBe(
    "session.invalid",
  );
  const none = [{ alg: "none" }, { sid: sessionId, kind: "center" }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  expect(await keyOf(actorOfToken(`${none.join(".")}.`))).toBe("session.invalid");
});

test("R011 R012 logging out ends that session at once and leaves the others", async () => {
  const centerId = randomUUID();
  const one = await aCenter("cookie", centerId);
  const other = await aCenter("token", centerId);
  await endSession(one.sessionId);
  expect(await keyOf(actorOfCookie("center", one.token))).toBe("session.invalid");
  expect(await keyOf(actorOfToken(other.token))).toBe("ok");
});

test("R022 R023 who was shut out, or is no more, is told so; 'Token is invalid' is for the rest", async () => {
  const refusalsFor = async (because?: "shut_out" | "gone") => {
    const centerId = randomUUID();
    const cookie = await aCenter("cookie", centerId);
    const token = await aCenter("token", centerId);
    const loggedOut = await aCenter("token", centerId);
    await endSession(loggedOut.sessionId);
    await endSessionsOf("center", centerId, because);
    const keys = [keyOf(actorOfCookie("center", cookie.token)), keyOf(actorOfToken(token.token))];
    return [...(await Promise.all(keys)), await keyOf(actorOfToken(loggedOut.token))];
  };
  expect(await refusalsFor("shut_out")).toEqual(["session.denied", "session.denied", "session.invalid"]);
  expect(await refusalsFor("gone")).toEqual(["session.unknownUser", "session.unknownUser", "session.invalid"]);
  expect(await refusalsFor()).toEqual(["session.invalid", "session.invalid", "session.invalid"]);
  expect([say("session.denied"), say("session.unknownUser")]).toEqual(["Permission denied", "User not found"]);
});

test("a thousand sessions of somebody end at once, cookies and tokens alike", async () => {
  const centerId = randomUUID();
  const sessions = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) => unitOfWork(() => aCenter(n % 2 ? "cookie" : "token", centerId))),
  );
  const stranger = await aCenter("cookie");
  await endSessionsOf("center", centerId);
  const keys = await Promise.all(
    sessions.map(({ token }, n) =>
      unitOfWork(() => keyOf(n % 2 ? actorOfCookie("center", token) : actorOfToken(token))),
    ),
  );
  expect(new Set(keys)).toEqual(new Set(["session.invalid"]));
  expect(await keyOf(actorOfCookie("center", stranger.token))).toBe("ok");
});

test("a session that is ended in a rolled-back act lives on", async () => {
  const { token, sessionId } = await aCenter("cookie");
  await transaction(async () => {
    await endSession(sessionId);
    throw new Error("refused after all");
  }).catch(() => {});
  expect(await keyOf(actorOfCookie("center", token))).toBe("ok");
});

test("a browser is remembered for 90 days with the phones it proved, and its token changes with each proof", async () => {
  const first = await rememberVisitor({ phone: "9811111111" });
  const second = await rememberVisitor({ token: first.token, phone: "9822222222" });
  expect(await visitorOf(first.token)).toBeUndefined();
  const visitor = await visitorOf(second.token);
  expect(visitor?.phones.sort()).toEqual(["9811111111", "9822222222"]);
  expect(await keyOf(actorOfCookie("center", second.token))).toBe("session.invalid");
  moveClock(89 * 86_400_000);
  expect((await visitorOf(second.token))?.phones).toHaveLength(2);
  const third = await rememberVisitor({ token: second.token, phone: "9822222222" });
  moveClock(2 * 86_400_000);
  expect((await visitorOf(third.token))?.phones, "the other phone's 90 days are over").toEqual(["9822222222"]);
  moveClock(90 * 86_400_000);
  expect(await visitorOf(third.token)).toBeUndefined();
});

test("'Not you?' forgets the browser at once", async () => {
  const { token } = await rememberVisitor({ phone: "9833333333" });
  await forgetVisitor(token);
  expect(await visitorOf(token)).toBeUndefined();
  expect(await visitorOf(undefined)).toBeUndefined();
});

test("R040 a consumer is registered with the booking's proof, which stays for the booking", async () => {
  const anyone = { kind: "anyone", phones: [], address: "5.5.5.5" } as const;
  const consumer = { name: "Asha Rao", phone: "9844444444", pincode: "560001" };
  expect(await keyOf(registerConsumer(anyone, consumer))).toBe("otp.proofMissing");
  expect(await keyOf(registerConsumer(anyone, { ...consumer, proof: "made up" }))).toBe("otp.proofNeeded");
  const proof = await leaveProof({ phone: consumer.phone, purpose: "booking" });
  const first = await registerConsumer(anyone, { ...consumer, proof });
  const again = await registerConsumer(anyone, { ...consumer, name: "Asha R", pincode: undefined, proof });
  expect(again).toEqual({ id: first.id, name: "Asha R", phone: consumer.phone, pincode: "560001" });
  expect(await keyOf(registerConsumer(system("seed"), { ...consumer, phone: "9855555555" }))).toBe("ok");
});

test("the nightly clean-up forgets what is over and keeps what may still matter", async () => {
  await requestOtp({ phone: "9866666666", purpose: "booking", address: "7.7.7.7" });
  await leaveProof({ phone: "9866666666", purpose: "booking" });
  const session = await openSession({ kind: "center", subjectId: randomUUID(), via: "token", address: "7.7.7.7" });
  const left = async () => {
    const { rows } = await queryOn(
      pool(),
      sql`select (select count(*)::int from otps where phone = '9866666666') as otps,
              (select count(*)::int from otp_proofs where phone = '9866666666') as proofs,
              (select count(*)::int from sessions where id = ${session.sessionId}) as sessions`,
    );
    return rows[0];
  };
  moveClock(23 * 3_600_000);
  await cleanUp();
  expect(await left()).toEqual({ otps: 1, proofs: 1, sessions: 1 });
  moveClock(10 * 86_400_000);
  await cleanUp();
  expect(await left()).toEqual({ otps: 0, proofs: 0, sessions: 0 });
});

test("a browser is known for 90 days after its session was over, unless its owner was shut out", async () => {
  const desk = await aCenter("cookie");
  const shut = await aCenter("cookie");
  const known = ({ token, centerId }: { token: string; centerId: string }) =>
    earlierSession([hashToken(token)], "center", centerId);
  expect(await known({ ...desk, centerId: shut.centerId })).toBeUndefined();
  await endSession(desk.sessionId);
  await endSessionsOf("center", shut.centerId, "shut_out");
  expect(await known(shut)).toBeUndefined();
  moveClock(89 * 86_400_000);
  await cleanUp();
  expect(await known(desk)).toBe(desk.sessionId);
  moveClock(2 * 86_400_000);
  await cleanUp();
  expect(await known(desk)).toBeUndefined();
});

test("the replies kept for Idempotency-Keys are forgotten after a day: people's data stands in them", async () => {
  const left = async () => (await rows(sql`select 1 from idempotency_keys`)).length;
  await onlyOnce({ caller: "center:kept", key: "key" }, { run: async () => ({ status: 200, body: {} }) });
  await cleanUp();
  expect(await left()).toBe(1);
  moveClock(86_400_000 + 1);
  await cleanUp();
  expect(await left()).toBe(0);
});
