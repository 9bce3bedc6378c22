import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashToken } from "#modules/kernel/crypto.server.ts";
import { rows, transaction } from "#modules/kernel/db/db.server.ts";
import { maskPublic } from "#modules/kernel/mask.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { notificationJobs } from "#modules/notifications/jobs.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAddress, asAdmin, asCenter, asTechnician, aTechnician } from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { aClosedJob, aJob, type Job } from "#modules/testing/work.ts";
import { ticketById } from "../get-ticket.ts";
import {
  cancelTicket,
  changeTechnician,
  deleteTicket,
  makeTechnicianLink,
  ownVisitOfLink,
  requestLinkOtp,
  signInByLink,
  technicianLinkState,
  technicianVisit,
} from "../index.ts";
import { clearLinks } from "./clear-links.ts";
import { withdrawTechnician } from "./withdraw-technician.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

async function messagesTo(phone: string) {
  await drain(notificationJobs);
  return (await outboxMessages(phone)).map(({ text }) => text);
}

/** The token in the message that a technician got. */
async function tokenOf({ technician }: Job): Promise<string> {
  const [token] = (await messagesTo(technician.phone)).flatMap((text) => /\/visit\/([\w-]+)/.exec(text)?.[1] ?? []);
  return token!;
}

const codeFor = async (phone: string) =>
  (await messagesTo(phone)).flatMap((text) => /#(\d{6})$/.exec(text)?.[1] ?? [])[0]!;

test("an assigned technician gets a link of 128 random bits, of which only the hash is stored", async () => {
  const job = await aJob();
  const token = await tokenOf(job);
  expect(token).toMatch(/^[\w-]{22}$/);
  const stored = await rows(sql`select * from technician_links where ticket_id = ${job.ticket.id}`);
  expect(stored).toMatchObject([{ technician_id: job.technician.id, token_hash: hashToken(token) }]);
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(await technicianLinkState(token)).toEqual({ phone: maskPublic(job.technician.phone) });
});

test("a token that is none is unknown, whatever is asked with it", async () => {
  const asking = { token: "A".repeat(22), address: anAddress(), nonces: [], phones: [], sessions: [] };
  const unknown = { kind: "missing", key: "visitLink.unknown" };
  await expect(technicianLinkState(asking.token)).rejects.toMatchObject(unknown);
  await expect(requestLinkOtp(asking)).rejects.toMatchObject(unknown);
  await expect(signInByLink({ ...asking, otp: "123456" })).rejects.toMatchObject(unknown);
});

test("the code of a link goes to the assigned technician alone, and signs them in to a browser", async () => {
  const job = await aJob();
  const asking = { token: await tokenOf(job), address: anAddress(), phones: [], sessions: [] };
  const { nonce } = await requestLinkOtp({ ...asking, nonces: [] });
  const code = await codeFor(job.technician.phone);
  const wrong = code === "123456" ? "123457" : "123456";
  await expect(signInByLink({ ...asking, nonces: [nonce!], otp: wrong })).rejects.toMatchObject({ key: "otp.wrong" });
  const { session, ticketId } = await signInByLink({ ...asking, nonces: [nonce!], otp: code });
  expect(ticketId).toBe(job.ticket.publicId);
  const [stored] = await rows(sql`select kind, via, subject_id from sessions where id = ${session.sessionId}`);
  expect(stored).toEqual({ kind: "technician", via: "cookie", subject_id: job.technician.id });
});

const ends: [string, (job: Job) => Promise<unknown>][] = [
  ["cancelled", ({ ticket }) => cancelTicket(asAdmin(), { ticketId: ticket.publicId })],
  ["deleted", ({ ticket }) => deleteTicket(asAdmin(), { ticketId: ticket.publicId })],
  [
    "handed back",
    ({ ticket }) => transaction(async () => withdrawTechnician(await ticketById(ticket.id, { lock: true }))),
  ],
  [
    "another technician's",
    async ({ ticket, center }) =>
      changeTechnician(asCenter(center), {
        ticketId: ticket.publicId,
        technicianId: (await aTechnician({ center })).id,
      }),
  ],
  [
    "another center's",
    async ({ ticket }) =>
      changeTechnician(asAdmin(), {
        ticketId: ticket.publicId,
        technicianId: (await aTechnician({ center: await aCenter() })).id,
      }),
  ],
];

test.each(ends)("a link is over once its visit is %s, and sends no code any more", async (_what, end) => {
  const job = await aJob();
  const token = await tokenOf(job);
  const visitor = asTechnician(job.technician);
  expect(await ownVisitOfLink(visitor, token)).toBe(job.ticket.publicId);
  await end(job);
  expect(await technicianLinkState(token)).toEqual({ phone: null });
  expect(await ownVisitOfLink(visitor, token)).toBeUndefined();
  const asking = { token, address: anAddress(), nonces: [], phones: [], sessions: [] };
  await expect(requestLinkOtp(asking)).rejects.toMatchObject({ kind: "conflict", key: "visitLink.over" });
  await expect(signInByLink({ ...asking, otp: "123456" })).rejects.toMatchObject({ key: "visitLink.over" });
});

test("a link ends with the closing, after which its technician still sees what was done", async () => {
  const { ticket, technician } = await aClosedJob();
  const token = await makeTechnicianLink({ ticketId: ticket.id, technicianId: technician.id });
  expect(await technicianLinkState(token)).toEqual({ phone: null });
  expect(await technicianVisit(asTechnician(technician), ticket.publicId)).toMatchObject({ status: "CLOSED" });
});

test("a visit is opened by its technician alone, and not by another one of the same center", async () => {
  const { center, ticket } = await aJob();
  const mate = asTechnician(await aTechnician({ center }));
  const refused = { kind: "missing", key: "ticket.notFound" };
  await expect(technicianVisit(mate, ticket.publicId)).rejects.toMatchObject(refused);
  await expect(technicianVisit(asCenter(center), ticket.publicId)).rejects.toMatchObject({ kind: "denied" });
});

test("a link that was sent more than 30 days ago is removed once its visit is over, and not before", async () => {
  const live = await aJob();
  const over = await aJob();
  for (const job of [live, over]) await tokenOf(job);
  const linksOf = ({ ticket }: Job) => rows(sql`select 1 from technician_links where ticket_id = ${ticket.id}`);
  await cancelTicket(asAdmin(), { ticketId: over.ticket.publicId });
  await clearLinks();
  expect([(await linksOf(live)).length, (await linksOf(over)).length]).toEqual([1, 1]);
  await rows(sql`update technician_links set created_at = created_at - interval '31 days'`);
  await clearLinks();
  expect([(await linksOf(live)).length, (await linksOf(over)).length]).toEqual([1, 0]);
});
