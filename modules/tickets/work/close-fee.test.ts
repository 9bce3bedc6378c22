import { expect, test } from "vitest";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aService, asAdmin, asCenter, asVisitor, aTechnician, aTicket } from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { fresh } from "#modules/testing/work.ts";
import { confirmCheckout, ledgerFaults } from "#modules/wallet/index.ts";
import { assignTechnician, closeTicket, trackTicket } from "../index.ts";
import { AdminCloseTicket } from "../shared.ts";

openDatabase();

const till = openTill();

const balanceOf = async (kind: string) =>
  Number(
    (
      await row<{ sum: string | null }>(
        "select sum(amount_paise) from entries e join accounts a on a.id = e.account_id where a.kind = $1",
        [kind],
      )
    )?.sum ?? 0,
  );

test("a held booking fee is earned when the ticket closes, and is the platform's share", async () => {
  const service = await aService();
  const center = await aCenter({ services: [service] });
  const technician = await aTechnician({ center });
  const ticket = await aTicket({
    bookingFeePaise: fromRupees(99),
    serviceId: service.id,
    pincode: center.pincode,
  });
  const order = await till.anOrder({ ticketId: ticket.id });
  const callback = await till.pay(order.providerOrderId!);
  await confirmCheckout(asVisitor(ticket.phone), callback!);
  expect(await fresh(ticket)).toMatchObject({ isPaidByPublic: true, broadcastStatus: "broadcasted" });
  const [held, income] = [await balanceOf("booking_fees_held"), await balanceOf("booking_fee_income")];
  // Set directly: accepting is tested in accept.test.ts.
  await rows(
    "update tickets set status = 'ACCEPTED', broadcast_status = 'accepted after broadcast', center_id = $2 where id = $1",
    [ticket.id, center.id],
  );
  await assignTechnician(asCenter(center), { ticketId: ticket.publicId, technicianId: technician.id });
  await closeTicket(asAdmin(), AdminCloseTicket.parse({ ticketId: ticket.publicId, amount: 500 }));

  expect((await balanceOf("booking_fees_held")) - held).toBe(-9_900);
  expect((await balanceOf("booking_fee_income")) - income).toBe(9_900);
  expect((await fresh(ticket)).platformSharePaise).toBe(9_900);
  expect(await ledgerFaults()).toEqual([]);
  expect((await trackTicket(asVisitor(ticket.phone), ticket.publicId)).details?.bookingFeePaise).toBe(9_900);
});
