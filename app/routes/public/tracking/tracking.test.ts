import { expect, test } from "vitest";
import { drawn } from "#app/testing/a-page.tsx";
import { rememberVisitor } from "#modules/access/index.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aTicket } from "#modules/testing/factories.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import { openOrder } from "#modules/wallet/index.ts";
import * as tracking from "./route.tsx";

openDatabase();

/* The tracking page as it is drawn: what it says first, and what it offers. */

const fee = fromRupees(99);
const owing = ({ id }: Ticket) =>
  transaction(() => openOrder({ purpose: "booking_fee", ticketId: id, amountPaise: fee }));

/** The cookie of the browser that proved the ticket's phone. */
const ownerOf = async ({ phone }: Ticket) => `visitor=${(await rememberVisitor({ phone })).token}`;

test("of a browser's own requests those whose fee is unpaid say so beside their status", async () => {
  const unpaid = await aTicket({ bookingFeePaise: fee });
  await owing(unpaid);
  const free = await aTicket({ phone: unpaid.phone });
  const { html } = await drawn("/ServiceStatus", await ownerOf(unpaid), [tracking]);
  const rowOf = ({ ticketId }: Ticket) => html.split("<li").find((row) => row.includes(ticketId))!;
  expect(rowOf(unpaid)).toContain("Fee due");
  expect(rowOf(unpaid)).toContain("PENDING");
  expect(rowOf(free)).not.toContain("Fee due");
});
