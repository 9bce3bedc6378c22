import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeCenter, checkDocument, getDeskCenter } from "#modules/centers/index.ts";
import { day, fromNow, showDate } from "#modules/kernel/clock.ts";
import { row, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import type { Locale } from "#modules/messages/index.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAdmin, asAdmin, asCenter, aTechnician } from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import {
  actOnWallet,
  adjustWallet,
  approveAdjustment,
  buySubscription,
  moved as entriesBetween,
  transfer,
} from "#modules/wallet/index.ts";
import { NewWalletAction } from "#modules/wallet/shared.ts";
import { countUnread, readInbox } from "../index.ts";
import { notificationJobs } from "../jobs.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

const root = asAdmin();
type Center = Awaited<ReturnType<typeof aCenter>>;
const inboxOf = async (center: Center, locale: Locale = "en") =>
  (await readInbox(asCenter(center), {}, { locale })).rows.map(({ title, description }) => `${title}: ${description}`);
async function smsOf({ phone }: Center) {
  await drain(notificationJobs);
  return (await outboxMessages(phone)).map(({ text }) => text);
}

async function aPaper(ownerKind: "center" | "technician", ownerId: string) {
  const { id } = await transaction(() =>
    storeBlob(Buffer.from(`of ${ownerId}`), {
      kind: "aadhar_front",
      ownerKind,
      ownerId,
      mime: "image/jpeg",
      sealed: true,
    }),
  );
  await row(
    sql`update ${sql.table(`${ownerKind}s`)} set aadhar_front_blob_id = ${id} where id = ${ownerId} returning 1`,
  );
}

test("a center is told of a rejected paper in its inbox and by a message, a technician's too; others hear nothing", async () => {
  const center = await aCenter();
  const other = await aCenter();
  const technician = await aTechnician({ center });
  await aPaper("center", center.id);
  await aPaper("technician", technician.id);
  const decision = { value: "aadhar_front", verified: false, reason: "UNREADABLE" } as const;
  await checkDocument(root, { centerId: center.id, ...decision });
  await checkDocument(root, { technicianId: technician.id, ...decision });
  // The same decision again is none.
  await checkDocument(root, { centerId: center.id, ...decision });
  expect(await countUnread(asCenter(center))).toBe(2);
  expect(await inboxOf(center)).toEqual([
    expect.stringContaining("A document of a technician was not accepted: Aadhar front: It cannot be read."),
    expect.stringContaining("A document was not accepted: Aadhar front: It cannot be read."),
  ]);
  expect(await countUnread(asCenter(center))).toBe(0);
  expect((await inboxOf(center, "hi"))[1]).toContain("एक दस्तावेज़ स्वीकार नहीं हुआ");
  expect(await smsOf(center)).toEqual([
    expect.stringContaining("a document you sent was not accepted"),
    expect.stringContaining("a document you sent was not accepted"),
  ]);
  expect([await inboxOf(other), await smsOf(other)]).toEqual([[], []]);
});

test("a decision taken back with its transaction tells nothing", async () => {
  const center = await aCenter();
  await aPaper("center", center.id);
  const decide = transaction(async () => {
    await checkDocument(root, { centerId: center.id, value: "aadhar_front", verified: false, reason: "UNREADABLE" });
    throw new Error("rolled back");
  });
  await expect(decide).rejects.toThrow("rolled back");
  expect([await inboxOf(center), await smsOf(center)]).toEqual([[], []]);
});

test("a center is told that it was disabled and why, without phone numbers, and that it is enabled again", async () => {
  const center = await aCenter();
  const { version } = await getDeskCenter(root, center.id);
  const form = { centerId: center.id, remark: "They cheat" } as const;
  const why = { ticketRemarks: "Papers are missing, call 98765 43210" };
  await changeCenter(root, { ...form, ...why, version, disabledFor: ["accepting_broadcast_ticket"] });
  await changeCenter(root, { ...form, disabledFor: [] });
  const [enabled, disabled, ...more] = await inboxOf(center);
  expect(enabled).toContain("Your center is enabled again");
  expect(disabled).toContain("You get no new requests and cannot accept any.");
  expect(disabled).toContain("Papers are missing");
  expect(more).toEqual([]);
  const texts = await smsOf(center);
  expect(texts).toEqual([expect.stringContaining("your center was disabled by the operators: Papers are missing")]);
  for (const secret of ["They cheat", "43210"]) expect([disabled, ...texts].join()).not.toContain(secret);
});

test("a center is told of what an admin adds to its wallet, and of a bonus, once it is decided", async () => {
  const author = asAdmin(await anAdmin());
  const second = asAdmin(await anAdmin());
  const center = await aCenter();
  const technician = await aTechnician({ center });
  const named = { userType: "Technician", technician: technician.technicianId };
  const remarks = "For August, call 98765 43210";
  const added = NewWalletAction.parse({ ...named, remarks, kind: "Wallet Added", amount: 2_500, bonus: "100" });
  const { id } = await actOnWallet(author, added);
  expect(await inboxOf(center)).toEqual([]);
  await unitOfWork(() => approveAdjustment(second, { adjustmentId: id }));
  expect(await inboxOf(center)).toEqual([expect.stringContaining("₹2,600 were added to your wallet: For August")]);
  await actOnWallet(author, NewWalletAction.parse({ ...named, remarks, kind: "BONUS", amount: 50 }));
  expect((await inboxOf(center))[0]).toContain("A bonus of ₹50 is in your wallet");
  expect((await inboxOf(center)).join()).not.toContain("43210");
  // No SMS is registered for it, and a refund or a penalty has a message of its own.
  expect(await smsOf(center)).toEqual([]);
  const ticket = await anAcceptedTicket(center);
  const penalty = { ticketId: ticket.publicId, centerId: center.id, kind: "Penalty", amount: 10 } as const;
  await adjustWallet(author, { ...penalty, remarks: "Nobody came" });
  expect(await inboxOf(center)).toHaveLength(2);
});

test("a center is told in its inbox that it is subscribed, until when, and what a first instalment leaves to pay", async () => {
  const center = await aCenter();
  const entries = entriesBetween(fromRupees(1_000), "received_by_hand", { centerId: center.id });
  await transfer({ kind: "wallet_added", cause: center.id, entries, actor: root });
  await unitOfWork(() =>
    buySubscription(asCenter(center), { product: "first_instalment", payBy: "wallet", amount: undefined }),
  );
  const until = showDate(fromNow(120 * day));
  expect(await inboxOf(center)).toEqual([
    `You are subscribed until ${until}: First instalment: ₹999 paid. Pay ₹2,000 for the rest of the year before ${until}.`,
  ]);
  expect((await inboxOf(center, "hi"))[0]).toContain("आपकी सदस्यता");
});
