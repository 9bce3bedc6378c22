import { afterAll, beforeAll, expect, test } from "vitest";
import { unitOfWork } from "#modules/kernel/db/db.server.ts";
import { drain } from "#modules/kernel/work/jobs.server.ts";
import { outboxMessages } from "#modules/sandbox/outbox.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAdmin, asAdmin, asCenter } from "#modules/testing/factories.ts";
import { serveSandbox } from "#modules/testing/sandbox.ts";
import { adjustWallet, approveAdjustment, objectToPenalty, settleObjection } from "#modules/wallet/index.ts";
import { notificationJobs } from "../jobs.ts";

openDatabase();

let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());

test("a center is told of a penalty with its reason, without phone numbers, and of the decision on its objection", async () => {
  const author = asAdmin(await anAdmin());
  const second = asAdmin(await anAdmin());
  const center = await aCenter();
  const ticket = await anAcceptedTicket(center);
  const centerTexts = async () => {
    await drain(notificationJobs);
    return (await outboxMessages(center.phone)).map(({ text }) => text);
  };
  const penaltyInput = { ticketId: ticket.publicId, centerId: center.id, kind: "Penalty", amount: 2_500 } as const;
  const { id } = await adjustWallet(author, { ...penaltyInput, remarks: "Nobody came, call 98765 43210" });
  expect(await centerTexts()).toEqual([]);
  await unitOfWork(() => approveAdjustment(second, { adjustmentId: id }));
  expect(await centerTexts()).toEqual([
    expect.stringContaining("a penalty of Rs 2500 was taken from your wallet: Nobody came"),
  ]);
  expect((await centerTexts()).join()).not.toContain("43210");
  await objectToPenalty(asCenter(center), { adjustmentId: id, text: "We were there" });
  await settleObjection(second, { adjustmentId: id, verdict: "RETURNED", remarks: "You were" });
  const texts = await centerTexts();
  expect(texts).toHaveLength(2);
  expect(texts.join()).toContain("The penalty of Rs 2500");
});
