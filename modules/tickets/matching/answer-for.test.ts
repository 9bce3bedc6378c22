import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { historyOf } from "#modules/kernel/db/history.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, aClient, aPriceList, asAdmin, asCenter } from "#modules/testing/factories.ts";
import { joiningBonus, ledgerFaults, walletBalance } from "#modules/wallet/index.ts";
import { ticketById } from "../get-ticket.ts";
import { acceptForCenter } from "./accept.ts";
import { rejectBroadcast, rejectForCenter } from "./reject.ts";

openDatabase();

beforeEach(() => aPriceList());
afterEach(async () => expect(await ledgerFaults()).toEqual([]));

const operator = asAdmin(undefined, { permissions: ["edit_ticket.full_access"] });

/** A request offered to two centers, of which the first is answered for. */
async function anOffer({
  paid = false,
  rupees = 0,
  clientId,
}: {
  paid?: boolean;
  rupees?: number;
  clientId?: string;
} = {}) {
  const center = await aCenter();
  const other = await aCenter();
  if (rupees > 0) await joiningBonus({ centerId: center.id, amountPaise: fromRupees(rupees) });
  const { ticket, broadcasts } = await aBroadcastTicket([center, other], { paid, ...(clientId && { clientId }) });
  return { center, ticket, broadcastId: broadcasts[0]!.id, otherId: broadcasts[1]!.id };
}
const stateOf = async (broadcastId: string) =>
  (await row<{ status: string }>(sql`select status from broadcasts where id = ${broadcastId}`))?.status;

test("R137 an admin accepts an offer for its center, and the history names the admin", async () => {
  const { center, ticket, broadcastId } = await anOffer();
  await acceptForCenter(operator, { broadcastId });
  expect(await ticketById(ticket.id)).toMatchObject({ status: "ACCEPTED", centerId: center.id });
  expect(await stateOf(broadcastId)).toBe("ACCEPTED");
  const history = await historyOf("ticket", ticket.id);
  expect(history.some((line) => JSON.stringify(line).includes(operator.adminId))).toBe(true);
  await acceptForCenter(operator, { broadcastId });
});

test("the lead price of a paid request is taken from that center's wallet, and refused where it does not suffice", async () => {
  const rich = await anOffer({ paid: true, rupees: 500 });
  await acceptForCenter(operator, { broadcastId: rich.broadcastId });
  expect(await walletBalance(rich.center.id)).toBe(50000 - 9900);
  const poor = await anOffer({ paid: true });
  await expect(acceptForCenter(operator, { broadcastId: poor.broadcastId })).rejects.toMatchObject({
    key: "broadcast.centerPays",
  });
  expect(await stateOf(poor.broadcastId)).toBe("PENDING");
  expect((await ticketById(poor.ticket.id)).status).toBe("PENDING");
});

test("R137 an admin rejects an offer for its center; the other center keeps its own", async () => {
  const { otherId, broadcastId } = await anOffer();
  await rejectForCenter(operator, { broadcastId });
  expect(await stateOf(broadcastId)).toBe("REJECTED");
  expect(await stateOf(otherId)).toBe("PENDING");
  await expect(acceptForCenter(operator, { broadcastId })).rejects.toMatchObject({
    key: "broadcast.ofCenter.rejectedAlready",
  });
});

test("who may not edit requests, a client's admin, and whoever asks for an offer that is gone are refused", async () => {
  const client = await aClient();
  const { center, broadcastId } = await anOffer({ clientId: client.id });
  const refused: [ActorOf<"admin">, string][] = [
    [asAdmin(undefined, { permissions: ["view_pending_ticket"] }), "permission.denied"],
    [asAdmin(undefined, { permissions: operator.permissions, clientId: client.id }), "permission.denied"],
  ];
  for (const [actor, key] of refused)
    for (const answer of [acceptForCenter, rejectForCenter])
      await expect(answer(actor, { broadcastId })).rejects.toMatchObject({ key });
  for (const answer of [acceptForCenter, rejectForCenter])
    await expect(answer(operator, { broadcastId: crypto.randomUUID() })).rejects.toMatchObject({
      key: "broadcast.gone",
    });
  expect(await stateOf(broadcastId)).toBe("PENDING");
  await rejectBroadcast(asCenter(center), { broadcastId });
  expect(await stateOf(broadcastId)).toBe("REJECTED");
});
