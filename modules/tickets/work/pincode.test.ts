import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aBroadcastTicket,
  aCenter,
  anAcceptedTicket,
  aPincode,
  aPriceList,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
  aTicket,
  qrOf,
} from "#modules/testing/factories.ts";
import { hear } from "#modules/testing/hear.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fresh } from "#modules/testing/work.ts";
import { ledgerFaults, openOrder, orderOfTicket, payable } from "#modules/wallet/index.ts";
import { broadcastTicket, confirmBooking, storedReasons, ticketBroadcast } from "../index.ts";
import { acceptBroadcast } from "../matching/accept.ts";
import type { Ticket } from "../ticket.entity.ts";
import { previewPincode, updatePincode } from "./edit.ts";

openDatabase();

const till = openTill();
const offeredCenters: string[][] = [];
hear(ticketBroadcast, async ({ centerIds }) => offeredCenters.push([...centerIds]));
afterEach(async () => expect(await ledgerFaults()).toEqual([]));

const editor = asAdmin(undefined, { permissions: ["edit_ticket.full_access"] });
const of = ({ publicId: ticketId }: Pick<Ticket, "publicId">) => ({ ticketId });

/** Two pincodes with a center each, and one center that serves both; one more pincode is served by nobody. */
async function twoTowns() {
  const service = await aService();
  const here = aPincode();
  const there = aPincode();
  const nowhere = aPincode();
  const only = (pincodes: string[]) => aCenter({ services: [service], pincodes });
  const near = await only([here]);
  const far = await only([there]);
  const both = await only([here, there]);
  return { service, here, there, nowhere, near, far, both };
}
const offersOf = async ({ id }: { id: string }) =>
  Object.fromEntries(
    (
      await rows<{ center_id: string; status: string }>(
        sql`select center_id, status from broadcasts where ticket_id = ${id}`,
      )
    ).map(({ center_id, status }) => [center_id, status]),
  );

test("a new pincode asks the centers there: who serves both keeps its offer, who serves only the old one loses it", async () => {
  const { service, here, there, near, far, both } = await twoTowns();
  const ticket = await aTicket({ serviceId: service.id, pincode: here });
  await broadcastTicket(editor, of(ticket));
  expect(await previewPincode(editor, { ...of(ticket), pincode: there })).toEqual({
    outcome: "broadcasted",
    centers: 2,
    feeDue: false,
    feeReturned: false,
  });
  expect(await fresh(ticket)).toMatchObject({ pincode: here });
  offeredCenters.length = 0;
  const { matched, ticket: row } = await updatePincode(editor, { ...of(ticket), pincode: there });
  expect([matched, row.address.pincode]).toEqual(["broadcasted", there]);
  expect(await offersOf(ticket)).toEqual({ [near.id]: "TAKEN", [both.id]: "PENDING", [far.id]: "PENDING" });
  expect(offeredCenters).toEqual([[far.id]]);
  expect((await storedReasons(ticket.id)).map(({ centerId }) => centerId).sort()).toEqual([far.id, both.id].sort());
  const change = (await historyOf("ticket", ticket.id)).find(({ event }) => event === "ticket.pincodeChanged");
  expect(change?.data).toMatchObject({ from: { pincode: here }, to: { pincode: there } });

  // Back again: whose offer had ended gets it back and is told.
  offeredCenters.length = 0;
  await updatePincode(editor, { ...of(ticket), pincode: here });
  expect(await offersOf(ticket)).toEqual({ [near.id]: "PENDING", [both.id]: "PENDING", [far.id]: "TAKEN" });
  expect(offeredCenters).toEqual([[near.id]]);
  const mine = await rows<{ id: string }>(
    sql`select id from broadcasts where ticket_id = ${ticket.id} and center_id = ${near.id}`,
  );
  expect(await acceptBroadcast(asCenter(near), { broadcastId: mine[0]!.id })).toMatchObject({ accepted: true });
});

test("a request nobody served finds its centers, its own first", async () => {
  const { service, there, far } = await twoTowns();
  const fields = { serviceId: service.id, serviceAvailable: false, pincode: aPincode() };
  const ticket = await aTicket(fields);
  expect(await previewPincode(editor, { ...of(ticket), pincode: there })).toMatchObject({ outcome: "broadcasted" });
  await updatePincode(editor, { ...of(ticket), pincode: there });
  expect(await fresh(ticket)).toMatchObject({ serviceAvailable: true, broadcastStatus: "broadcasted" });

  const own = await aTicket({ ...fields, qrId: (await qrOf(far)).qrId, createdBy: "PUBLIC_WITH_CENTER_QR" });
  expect(await previewPincode(editor, { ...of(own), pincode: there })).toMatchObject({ outcome: "same_center" });
  expect((await updatePincode(editor, { ...of(own), pincode: there })).matched).toBe("same_center");
  expect(await fresh(own)).toMatchObject({ centerId: far.id, broadcastStatus: "matched_in_same_center" });
});

test("where nobody serves, a paid fee goes back, and the preview says so before", async () => {
  await aPriceList();
  const { service, here, nowhere } = await twoTowns();
  const ticket = await aTicket({ serviceId: service.id, pincode: here, bookingFeePaise: fromRupees(99) });
  const order = await transaction(() =>
    openOrder({ purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99) }),
  );
  // While the fee is due, matching waits for it.
  expect(await previewPincode(editor, { ...of(ticket), pincode: nowhere })).toMatchObject({
    outcome: "none",
    feeDue: true,
    feeReturned: false,
  });
  const another = aPincode();
  expect((await updatePincode(editor, { ...of(ticket), pincode: another })).matched).toBe("waiting");
  expect(await offersOf(ticket)).toEqual({});
  await updatePincode(editor, { ...of(ticket), pincode: here });
  await confirmBooking(asVisitor(), (await till.pay((await payable(order.id)).order_id))!);
  expect(await previewPincode(editor, { ...of(ticket), pincode: nowhere })).toMatchObject({
    outcome: "none",
    centers: 0,
    feeReturned: true,
  });
  expect((await updatePincode(editor, { ...of(ticket), pincode: nowhere })).matched).toBe("none");
  expect(await fresh(ticket)).toMatchObject({ serviceAvailable: false, isPaidByPublic: false });
  const { id: orderId } = (await orderOfTicket(ticket.id))!;
  expect(await rows(sql`select 1 from refunds where order_id = ${orderId}`)).toHaveLength(1);
});

test("Q38 only a pending request without a center or a reservation gets another pincode, the preview refuses alike", async () => {
  const center = await aCenter();
  const { ticket: reserved, broadcasts } = await aBroadcastTicket([center], { paid: true });
  await rows(
    sql`update broadcasts set status = 'RESERVED', reserved_until = now() + interval '1 minute' where id = ${broadcasts[0]!.id}`,
  );
  const claimed = [
    await anAcceptedTicket(center),
    await aTicket({ centerId: center.id, broadcastStatus: "matched_in_same_center" }),
    await aTicket({ status: "CANCEL", cancelledAt: new Date() }),
    reserved,
  ];
  for (const ticket of claimed)
    for (const act of [updatePincode, previewPincode])
      await expect(act(editor, { ...of(ticket), pincode: aPincode() })).rejects.toMatchObject({
        kind: "conflict",
        key: "pincode.taken",
      });
  const ticket = await aTicket();
  await expect(updatePincode(editor, { ...of(ticket), pincode: ticket.pincode })).rejects.toMatchObject({
    key: "pincode.same",
  });
});

test("of a center that accepts and an operator who moves the request at once, exactly one comes first", async () => {
  for (let round = 0; round < 4; round++) {
    const { service, here, there, near } = await twoTowns();
    const { ticket, broadcasts } = await aBroadcastTicket([near], { serviceId: service.id, pincode: here });
    const [accepted, moved] = await Promise.allSettled([
      unitOfWork(() => acceptBroadcast(asCenter(near), { broadcastId: broadcasts[0]!.id })),
      unitOfWork(() => updatePincode(editor, { ...of(ticket), pincode: there })),
    ]);
    em().clear();
    const { status, pincode } = await fresh(ticket);
    expect([accepted.status, moved.status].filter((outcome) => outcome === "fulfilled")).toHaveLength(1);
    expect([status, pincode]).toEqual(accepted.status === "fulfilled" ? ["ACCEPTED", here] : ["PENDING", there]);
    for (const outcome of [accepted, moved])
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ kind: "conflict" });
  }
});
