import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { actorOfCookie, actorOfToken, openSession, otpRequested } from "#modules/access/index.ts";
import { techniciansList } from "#modules/centers/index.ts";
import { eraseByPhone } from "#modules/consumers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { day, freezeClock, fromIst, moveClock, resetClock } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { needList } from "#modules/kernel/lists/list.server.ts";
import { beforeCommit } from "#modules/testing/before-commit.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  anAddress,
  anAdmin,
  anOnboarder,
  aPhone,
  asAdmin,
  asCenter,
  aTechnician,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { ticketsList } from "#modules/tickets/index.ts";
import { endUnprovenInTime } from "../desk-phones/unproven.ts";
import { deskLoginElsewhere } from "../events.ts";
import {
  addDeskLogin,
  changeCenter,
  createOnboarder,
  deleteCenter,
  deskLogins,
  endDeskLogin,
  readableDocument,
  requestCenterOtp,
  signInCenter,
} from "../index.ts";
import { mostDeskLogins } from "../shared.ts";

openDatabase();
afterEach(resetClock);

const sent = new Map<string, string>();
hear(otpRequested, async ({ sealed, deliver }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  if (deliver) sent.set(phone, code);
});

const elsewhere: object[] = [];
beforeEach(() => void elsewhere.splice(0));
hear(deskLoginElsewhere, async (lost) => void elsewhere.push(lost));

async function signIn(phone: string) {
  await requestCenterOtp({ phone, action: "login", address: anAddress() });
  return (await signInCenter({ phone, otp: sent.get(phone)!, via: "cookie", address: anAddress() })).session.token;
}

const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: unknown) => (error instanceof DomainError ? error.key : Promise.reject(error)),
  );

async function aDesk() {
  const center = await aCenter();
  const owner = asCenter(center);
  const login = await addDeskLogin(owner, { name: "Asha", phone: aPhone() });
  return { center, owner, login };
}

test("a person of the desk signs in with the own phone and acts for the center; the history says who it was", async () => {
  const { center, owner, login } = await aDesk();
  expect((await deskLogins(owner))[0]).toMatchObject({ name: "Asha", phone: login.phone, signedInAt: null });
  const desk = await actorOfCookie("center", await signIn(login.phone));
  expect(desk).toMatchObject({ kind: "center", centerId: center.id, deskLoginId: login.id });
  expect((await deskLogins(owner))[0]!.signedInAt).toBeInstanceOf(Date);
  expect((await historyOf("center", center.id)).map(({ event, data }) => [event, data])).toEqual([
    ["deskLogin.added", { loginId: login.id }],
    ["center.signedIn", { via: "cookie", deskLoginId: login.id }],
  ]);
  expect(await actorOfCookie("center", await signIn(center.phone))).toMatchObject({ deskLoginId: undefined });
});

test("ending it ends its cookies and tokens at once, and nobody else's; ended twice at once it is found once", async () => {
  const { center, owner, login } = await aDesk();
  const other = await addDeskLogin(owner, { name: "Ravi", phone: aPhone() });
  const cookie = await signIn(login.phone);
  const opened = { kind: "center", subjectId: center.id, deskLoginId: login.id, via: "token" } as const;
  const { token } = await openSession({ ...opened, address: anAddress() });
  const others = [await signIn(other.phone), await signIn(center.phone)];
  const ends = await Promise.all([1, 2].map(() => unitOfWork(() => keyOf(endDeskLogin(owner, { loginId: login.id })))));
  expect(ends.toSorted()).toEqual(["deskLogin.notFound", "ok"]);
  expect(await keyOf(actorOfCookie("center", cookie))).toBe("session.denied");
  expect(await keyOf(actorOfToken(token))).toBe("session.denied");
  for (const each of others) expect(await keyOf(actorOfCookie("center", each))).toBe("ok");
  expect((await deskLogins(owner)).map(({ name }) => name)).toEqual(["Ravi"]);
  const again = { phone: login.phone, otp: "123456", via: "cookie", address: anAddress() } as const;
  expect(await keyOf(signInCenter(again))).toBe("otp.wrong");
  // The phone is free again, also for another center.
  expect(await keyOf(addDeskLogin(asCenter(await aCenter()), { name: "Asha", phone: login.phone }))).toBe("ok");
});

test("whoever has a login ends it themselves, and nobody else's", async () => {
  const { owner, login } = await aDesk();
  const other = await addDeskLogin(owner, { name: "Ravi", phone: aPhone() });
  const cookie = await signIn(login.phone);
  const desk = await actorOfCookie("center", cookie);
  expect(await keyOf(endDeskLogin(desk, { loginId: other.id }))).toBe("deskLogin.ownersAlone");
  await endDeskLogin(desk, { loginId: login.id });
  expect(await keyOf(actorOfCookie("center", cookie))).toBe("session.denied");
  expect((await deskLogins(owner)).map(({ name }) => name)).toEqual(["Ravi"]);
});

test("a sign-in during its end is refused, or ends with it", async () => {
  const { owner, login } = await aDesk();
  await requestCenterOtp({ phone: login.phone, action: "login", address: anAddress() });
  const { answer, start } = beforeCommit(() =>
    signInCenter({ phone: login.phone, otp: sent.get(login.phone)!, via: "token", address: anAddress() }),
  );
  await transaction(async () => {
    await endDeskLogin(owner, { loginId: login.id });
    await start();
  });
  const token = await answer.then(
    ({ session }) => session.token,
    () => undefined,
  );
  expect(token && (await keyOf(unitOfWork(() => actorOfToken(token))))).not.toBe("ok");
});

test("the phone of an account is refused beside the field, and a desk's phone for any other account", async () => {
  const { owner, login, center } = await aDesk();
  const taken = [
    center.phone,
    (await aCenter()).phone,
    (await aTechnician({ center })).phone,
    (await anOnboarder()).phone,
    (await anAdmin({ mobile: aPhone() })).mobile!,
    login.phone,
  ];
  await signIn(login.phone);
  for (const phone of taken)
    await expect(addDeskLogin(owner, { name: "Ravi", phone })).rejects.toMatchObject({
      kind: "invalid",
      fields: { phone: "deskLogin.phoneTaken" },
    });
  const bar = asAdmin();
  const another = await aCenter();
  expect(await keyOf(createOnboarder(bar, { name: "Sunil", phone: login.phone }))).toBe("onboarder.phoneTaken");
  expect(await keyOf(changeCenter(bar, { centerId: another.id, phone: login.phone }))).toBe("center.phoneTaken");
});

test("an entry that nobody signed in with takes the number from nobody: another center adds it, an account is made of it", async () => {
  const { owner, login } = await aDesk();
  const { phone } = login;
  expect(await keyOf(addDeskLogin(owner, { name: "Asha", phone }))).toBe("deskLogin.phoneTaken");
  const other = asCenter(await aCenter());
  const later = await addDeskLogin(other, { name: "Asha", phone });
  expect(await actorOfCookie("center", await signIn(phone))).toMatchObject({ deskLoginId: later.id });
  expect(elsewhere).toEqual([{ centerId: owner.centerId, loginId: login.id }]);
  // Proven at one center, it ends at the other one, which forgets it, and is taken from then on.
  expect(await deskLogins(owner)).toEqual([]);
  expect(await row(sql`select name, phone from desk_logins where id = ${login.id}`)).toEqual({ name: "", phone: null });
  expect(await keyOf(addDeskLogin(owner, { name: "Asha", phone }))).toBe("deskLogin.phoneTaken");

  const unproven = await addDeskLogin(owner, { name: "Ravi", phone: aPhone() });
  await createOnboarder(asAdmin(), { name: "Sunil", phone: unproven.phone });
  expect(await keyOf(signIn(unproven.phone))).toBe("otp.wrong");
  expect((await deskLogins(owner))[0]!.signedInAt).toBeNull();
});

test("two people's first sign-ins with one phone at two centers: one of them is in, the other's entry is over", async () => {
  const phone = aPhone();
  const owners = [asCenter(await aCenter()), asCenter(await aCenter())];
  for (const owner of owners) await addDeskLogin(owner, { name: "Asha", phone });
  await requestCenterOtp({ phone, action: "login", address: anAddress() });
  const otp = sent.get(phone)!;
  const tries = [1, 2].map(() =>
    unitOfWork(() => keyOf(signInCenter({ phone, otp, via: "token", address: anAddress() }))),
  );
  expect((await Promise.all(tries)).toSorted()).toEqual(["ok", "otp.wrong"]);
  const left = [...(await deskLogins(owners[0]!)), ...(await deskLogins(owners[1]!))];
  expect(left).toMatchObject([{ phone, signedInAt: expect.any(Date), endsAt: null }]);
});

test("seven days without a sign-in end an entry, for its center as well, which may add the number again", async () => {
  freezeClock(fromIst("2026-08-05", "10:00"));
  const { center, owner, login } = await aDesk();
  const proven = await addDeskLogin(owner, { name: "Ravi", phone: aPhone() });
  await signIn(proven.phone);
  expect((await deskLogins(owner)).map(({ endsAt }) => endsAt)).toEqual([fromIst("2026-08-12", "10:00"), null]);
  moveClock(7 * day);
  expect((await deskLogins(owner)).map(({ id }) => id)).toEqual([proven.id]);
  await requestCenterOtp({ phone: login.phone, action: "login", address: anAddress() });
  expect(sent.has(login.phone)).toBe(false);
  const again = await addDeskLogin(owner, { name: "Asha", phone: login.phone });
  moveClock(7 * day);
  await endUnprovenInTime();
  const ended = await rows(sql`select name, phone from desk_logins where id = any(${[login.id, again.id]}::uuid[])`);
  expect(ended).toEqual([
    { name: "", phone: null },
    { name: "", phone: null },
  ]);
  expect((await deskLogins(owner)).map(({ id }) => id)).toEqual([proven.id]);
  const ends = (await historyOf("center", center.id)).filter(({ event }) => event === "deskLogin.ended");
  expect(ends.map(({ data }) => data.loginId)).toEqual([login.id, again.id]);
});

test("a sixth person is refused, also of those added at once", async () => {
  const owner = asCenter(await aCenter());
  const all = await Promise.all(
    Array.from({ length: mostDeskLogins + 1 }, () =>
      unitOfWork(() => keyOf(addDeskLogin(owner, { name: "Asha", phone: aPhone() }))),
    ),
  );
  expect(all.filter((key) => key === "ok")).toHaveLength(mostDeskLogins);
  expect(all.filter((key) => key === "deskLogin.tooMany")).toHaveLength(1);
});

test("who adds people cannot try out phones: a full desk refuses each alike, and a center tries twenty times a day", async () => {
  const { center, owner } = await aDesk();
  for (let more = 1; more < mostDeskLogins; more++) await addDeskLogin(owner, { name: "Ravi", phone: aPhone() });
  const attempt = (phone: string) => addDeskLogin(owner, { name: "Ravi", phone });
  for (const phone of [center.phone, (await aCenter()).phone, aPhone()])
    expect(await keyOf(attempt(phone))).toBe("deskLogin.tooMany");
  for (let tries = mostDeskLogins + 3; tries < 20; tries++) await keyOf(attempt(center.phone));
  const usedUp = { kind: "limited", key: "deskLogin.triesOver", params: { hours: 24, seconds: expect.any(Number) } };
  for (const phone of [center.phone, aPhone()]) await expect(attempt(phone)).rejects.toMatchObject(usedUp);
  expect(await keyOf(addDeskLogin(asCenter(await aCenter()), { name: "Ravi", phone: aPhone() }))).toBe("ok");
});

test("a person of the desk keeps no logins, reads no papers, and no lists but those of requests", async () => {
  const { center, owner, login } = await aDesk();
  const desk: ActorOf<"center"> = { ...owner, deskLoginId: login.id };
  const other = await addDeskLogin(owner, { name: "Ravi", phone: aPhone() });
  const refusals = [
    () => deskLogins(desk),
    () => addDeskLogin(desk, { name: "Ravi", phone: aPhone() }),
    () => endDeskLogin(desk, { loginId: other.id }),
  ];
  for (const refused of refusals) expect(await keyOf(refused())).toBe("deskLogin.ownersAlone");
  expect(await keyOf(endDeskLogin(asCenter(await aCenter()), { loginId: login.id }))).toBe("deskLogin.notFound");
  const paper = await transaction(() =>
    storeBlob(Buffer.from("x"), { kind: "pan", ownerKind: "center", ownerId: center.id, mime: "image/jpeg" }),
  );
  expect(await keyOf(readableDocument(desk, paper.id))).toBe("blob.missing");
  expect(await keyOf(readableDocument(owner, paper.id))).toBe("ok");
  expect(() => needList(desk, techniciansList)).toThrow();
  expect(() => needList(desk, ticketsList)).not.toThrow();
});

test("a deleted center's desk is signed out and its phones are free; an erased person signs in no more", async () => {
  const { center, login } = await aDesk();
  const cookie = await signIn(login.phone);
  await deleteCenter(asAdmin(), { centerId: center.id });
  expect(await keyOf(actorOfCookie("center", cookie))).toBe("session.unknownUser");
  const { owner: second, login: person } = await aDesk();
  const erased = await signIn(person.phone);
  await eraseByPhone(asAdmin(), { phone: person.phone, inWords: true });
  expect(await keyOf(actorOfCookie("center", erased))).toBe("session.denied");
  expect(await deskLogins(second)).toEqual([]);
  expect(await row(sql`select name, phone from desk_logins where id = ${person.id}`)).toEqual({
    name: "",
    phone: null,
  });
});
