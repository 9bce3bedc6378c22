import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Actor } from "#modules/kernel/actor.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { row, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  aPhone,
  asAdmin,
  asCenter,
  asTechnician,
  asVisitor,
  aTechnician,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { fresh } from "#modules/testing/work.ts";
import {
  acceptBroadcast,
  assignTechnician,
  confirmStart,
  handBack,
  ownStartCode,
  sendStartCode,
  startCodeMade,
  startState,
  startVisit,
} from "../index.ts";
import { HandBackTicket, StartVisit } from "../shared.ts";

openDatabase();

const sent: { ticketId: string; sealedCode: string }[] = [];
hear(startCodeMade, async (event) => sent.push(event));
const codesFor = ({ id }: { id: string }) =>
  sent.filter(({ ticketId }) => ticketId === id).map(({ sealedCode }) => unseal(sealedCode));

/** A request a center accepted, with a technician. */
async function aVisit() {
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const { ticket, broadcasts } = await aBroadcastTicket([center]);
  const own = asCenter(center);
  await acceptBroadcast(own, { broadcastId: broadcasts[0]!.id });
  await assignTechnician(own, { ticketId: ticket.publicId, technicianId: technician.id });
  return { center, own, technician, ticket };
}

const enter = (actor: Parameters<typeof startVisit>[0], { publicId }: { publicId: string }, code: string) =>
  unitOfWork(() => startVisit(actor, StartVisit.parse({ ticketId: publicId, code })));
/** Another number of four digits. */
const wrong = (code: string) => (code === "9999" ? "1000" : String(Number(code) + 1));

test("the customer has a code from the agreement on; with it the technician begins the visit, once", async () => {
  const { ticket, technician } = await aVisit();
  const [code, ...others] = codesFor(ticket);
  expect([code, others]).toEqual([expect.stringMatching(/^\d{4}$/), []]);
  expect(await ownStartCode(asVisitor(ticket.phone), ticket.publicId)).toBe(code);
  const worker = asTechnician(technician);
  // As it is said on the phone, or of another script.
  await enter(worker, ticket, ` ${code![0]} ${code!.slice(1)}`);
  const started = await fresh(ticket);
  expect(started.startedAt).toBeInstanceOf(Date);
  await enter(worker, ticket, wrong(code!));
  expect((await fresh(ticket)).startedAt).toEqual(started.startedAt);
  expect(await startState(ticket.id)).toBe("proved");
  expect(await ownStartCode(asVisitor(ticket.phone), ticket.publicId)).toBeNull();
});

test("nobody but the customer who proved the phone is shown the code, and nobody but who comes may enter it", async () => {
  const { ticket, own } = await aVisit();
  const [code] = codesFor(ticket);
  for (const reader of [asVisitor(), asVisitor("9876500000"), own, asAdmin()])
    expect(await ownStartCode(reader, ticket.publicId)).toBeNull();
  const other = await aCenter();
  await expect(enter(asCenter(other), ticket, code!)).rejects.toMatchObject({ key: "ticket.notFound" });
  await expect(enter(asVisitor(ticket.phone), ticket, code!)).rejects.toMatchObject({ kind: "denied" });
  await expect(enter(asAdmin(), ticket, code!)).rejects.toMatchObject({ kind: "denied" });
  expect((await fresh(ticket)).startedAt).toBeNull();
});

test("five wrong codes make a new one, twice at most; then an operator only says that the visit began", async () => {
  const { ticket, own } = await aVisit();
  for (let round = 1; round <= 3; round += 1) {
    const code = codesFor(ticket).at(-1)!;
    for (let n = 1; n <= 4; n += 1)
      await expect(enter(own, ticket, wrong(code))).rejects.toMatchObject({ fields: { code: "startCode.wrong" } });
    await expect(enter(own, ticket, wrong(code))).rejects.toMatchObject({
      key: round < 3 ? "startCode.replaced" : "startCode.locked",
    });
    expect(codesFor(ticket)).toHaveLength(Math.min(3, round + 1));
  }
  await expect(enter(own, ticket, codesFor(ticket).at(-1)!)).rejects.toMatchObject({ key: "startCode.locked" });
  expect(await startState(ticket.id)).toBe("locked");
  const tries = (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.startRefused");
  expect(tries).toHaveLength(15);
  await confirmStart(asAdmin(), { ticketId: ticket.publicId });
  expect((await fresh(ticket)).startedAt).toBeInstanceOf(Date);
  expect(await row(sql`select proved_by as by from start_codes where ticket_id = ${ticket.id}`)).toEqual({
    by: "operator",
  });
});

test("the code goes to the customer again, twice a day for a request, by who comes alone, and stays the same", async () => {
  const { ticket, own, technician } = await aVisit();
  const again = (actor: Actor) => unitOfWork(() => sendStartCode(actor, { ticketId: ticket.publicId }));
  const [code] = codesFor(ticket);
  await again(asTechnician(technician));
  await again(own);
  expect(codesFor(ticket)).toEqual([code, code, code]);
  // Each is a message of its own.
  expect(new Set(sent.filter(({ ticketId }) => ticketId === ticket.id).map(({ sealedCode }) => sealedCode)).size).toBe(
    3,
  );
  await expect(again(own)).rejects.toMatchObject({ key: "error.tooMany" });
  const sentAgain = (await historyOf("ticket", ticket.id)).filter(({ event }) => event === "ticket.startCodeSent");
  expect(sentAgain.map(({ actor_kind }) => actor_kind)).toEqual(["technician", "center"]);
  for (const actor of [asAdmin(), asVisitor(ticket.phone)])
    await expect(again(actor)).rejects.toMatchObject({ kind: "denied" });
  await expect(again(asCenter(await aCenter()))).rejects.toMatchObject({ key: "ticket.notFound" });
  await enter(own, ticket, code!);
  await expect(again(own)).rejects.toMatchObject({ key: "visit.begun" });
});

test("a phone with many requests gets its codes again four times a day", async () => {
  const phone = aPhone();
  const visits = await Promise.all([aVisit(), aVisit(), aVisit()]);
  await rows(sql`update tickets set phone = ${phone} where id = any(${visits.map(({ ticket }) => ticket.id)}::uuid[])`);
  const again = ({ own, ticket }: (typeof visits)[number]) =>
    unitOfWork(() => sendStartCode(own, { ticketId: ticket.publicId }));
  const [one, two, three] = visits as [(typeof visits)[0], (typeof visits)[0], (typeof visits)[0]];
  for (const visit of [one, one, two, two]) await again(visit);
  await expect(again(three)).rejects.toMatchObject({ key: "error.tooMany" });
});

test("wrong codes entered at one instant are all counted", async () => {
  const { ticket, own } = await aVisit();
  const [code] = codesFor(ticket);
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => enter(own, ticket, wrong(code!))));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toEqual([]);
  expect(codesFor(ticket)).toHaveLength(2);
  await expect(enter(own, ticket, code!)).rejects.toMatchObject({ key: "startCode.wrong" });
});

test("the next center's code is another one, and the former center's ends with the hand-back", async () => {
  const { ticket, own, center } = await aVisit();
  const [first] = codesFor(ticket);
  await handBack(own, HandBackTicket.parse({ ticketId: ticket.publicId, reason: "too_far" }));
  await expect(enter(own, ticket, first!)).rejects.toMatchObject({ key: "ticket.notFound" });
  expect(await ownStartCode(asVisitor(ticket.phone), ticket.publicId)).toBeNull();
  const next = await aCenter();
  expect(next.id).not.toBe(center.id);
  const technician = await aTechnician({ center: next });
  await assignTechnician(asAdmin(), { ticketId: ticket.publicId, technicianId: technician.id });
  expect(codesFor(ticket)).toHaveLength(2);
  await enter(asCenter(next), ticket, codesFor(ticket)[1]!);
  expect((await fresh(ticket)).startedAt).toBeInstanceOf(Date);
});
