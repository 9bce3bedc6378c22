import { sql } from "kysely";
import { expect, test } from "vitest";
import { rows } from "#modules/kernel/db/db.server.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { asOwner, openDatabase } from "#modules/testing/database.ts";
import { aCenter, anAcceptedTicket, anAddress, anAdmin } from "#modules/testing/factories.ts";
import { walletBalance } from "#modules/wallet/index.ts";
import { serve } from "./serve.server.ts";

openDatabase();

/* Refunds and penalties by call (C090), in the wire's spellings. */

type Reply = { status: number; success: number; message: string; code?: string; data: object; fields?: object };

async function aDesk(permissions: Parameters<typeof anAdmin>[0] = { permissions: ["adjust_wallet"] }) {
  const { id } = await anAdmin(permissions);
  const token = await adminToken(id);
  return async (body: object, key?: string): Promise<Reply> => {
    const request = new Request("http://localhost/api/admin/send-refund-in-wallet-technician", {
      method: "POST",
      headers: { "access-token": token, "content-type": "application/json", ...(key && { "idempotency-key": key }) },
      body: JSON.stringify(body),
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "r" } })).json();
  };
}

async function aCase() {
  const center = await aCenter();
  const ticket = await anAcceptedTicket(center);
  const penalty = {
    ticket_obj_id: { _id: ticket.publicId },
    center_obj_id: { _id: center.id },
    Name: "Somebody else",
    refundType: "Penalty",
    refundAmount: "1,500",
    refundRemarks: "Nobody came",
  };
  return { center, ticket, penalty };
}

test("R297 a penalty is processed under the wire's names, once per key, by the session's admin whatever Name says", async () => {
  const send = await aDesk();
  const { center, ticket, penalty } = await aCase();
  const answers = [await send(penalty, "a-key-of-this-test"), await send(penalty, "a-key-of-this-test")];
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({
    status: 200,
    success: 1,
    message: "Penalty processed successfully",
    data: {
      state: "DONE",
      refundType: "Penalty",
      refundAmount: 1500,
      ticket_obj_id: ticket.publicId,
      center_obj_id: center.id,
    },
  });
  expect(await walletBalance(center.id)).toBe(-150_000);
});

test("Q06 what waits for a second admin says so with success 1, and nothing is processed", async () => {
  const send = await aDesk({});
  const { center, penalty } = await aCase();
  const answer = await send({ ...penalty, refundAmount: 2001 });
  expect(answer).toMatchObject({ success: 1, data: { state: "WAITING" } });
  expect(answer.message).toBe("The penalty waits for a second admin. Nothing has been moved yet.");
  expect(await walletBalance(center.id)).toBe(0);
});

test("R294 without type, amount or remarks it is refused with one sentence; wrong ones by their own", async () => {
  const send = await aDesk();
  const { penalty, ticket } = await aCase();
  for (const name of ["refundType", "refundAmount", "refundRemarks"])
    for (const empty of [undefined, "", null])
      expect(await send({ ...penalty, [name]: empty })).toMatchObject({
        status: 422,
        success: 0,
        message: "Please fill in all fields.",
        fields: { [name]: "Please fill in all fields." },
      });
  for (const refundAmount of [0, -5, 10.5, "1e3", 1_000_001, {}, "0x10"])
    expect(await send({ ...penalty, refundAmount })).toMatchObject({ status: 422, code: "adjust.amount" });
  expect(await send({ ...penalty, refundType: "Bonus" })).toMatchObject({ status: 422, code: "adjust.kind" });
  expect(await send({ ...penalty, refundRemarks: "x".repeat(301) })).toMatchObject({ status: 422 });
  expect(await rows(sql`select from adjustments where ticket_id = ${ticket.id}`)).toEqual([]);
});

test("a refund of what nobody paid, and an admin without the right, are refused", async () => {
  const send = await aDesk();
  const clerk = await aDesk({ permissions: ["edit_ticket.full_access", "view_Wallet"] });
  const { penalty } = await aCase();
  expect(await send({ ...penalty, refundType: "Refund" })).toMatchObject({ status: 409, code: "adjust.aboveRefund" });
  expect(await clerk(penalty)).toMatchObject({ status: 403, message: "No permission , contact admin" });
});

test("R296 an error that is no refusal says that one occurred, and moves nothing", async () => {
  const send = await aDesk();
  const { center, penalty } = await aCase();
  await asOwner("alter table entries add constraint broken check (amount_paise is null) not valid");
  const answer = await send(penalty);
  await asOwner("alter table entries drop constraint broken");
  expect(answer).toMatchObject({ status: 503, success: 0, message: "An error occurred while processing the refund." });
  expect(await walletBalance(center.id)).toBe(0);
});
