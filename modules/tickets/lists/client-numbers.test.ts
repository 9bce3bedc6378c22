import { expect, test } from "vitest";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, aService, asAdmin, aTicket } from "#modules/testing/factories.ts";
import { clientNumbers } from "./client-numbers.ts";

openDatabase();

const permissions = ["view_ticket.full_access"] as const;
const ofClient = (clientId: string) => ({ ...asAdmin(undefined, { permissions: [...permissions], clientId }) });

test("a client's admin reads the numbers of its own client, and no other's", async () => {
  const client = await aClient();
  const other = await aClient();
  const ac = await aService({ serviceName: "AC NUMBERS" });
  const tv = await aService({ serviceName: "TV NUMBERS" });
  const due = { clientId: client.id, clientDuePaise: fromRupees(500) };
  await aTicket({ ...due, serviceId: ac.id });
  await aTicket({ ...due, serviceId: ac.id, createdAt: fromNow(-2 * day) });
  await aTicket({ ...due, serviceId: tv.id, createdAt: fromNow(-400 * day) });
  await aTicket({ ...due, serviceId: tv.id, status: "CLOSED", closedAt: fromNow(-1000) });
  await aTicket({ ...due, serviceId: tv.id, status: "CANCEL", cancelledAt: new Date() });
  await aTicket({
    ...due,
    serviceId: tv.id,
    status: "CLOSED",
    closedAt: fromNow(-399 * day),
    createdAt: fromNow(-400 * day),
  });
  await aTicket({ ...due, serviceId: tv.id, deletedAt: new Date() });
  await aTicket({ clientId: other.id, clientDuePaise: fromRupees(9), serviceId: tv.id });
  await aTicket({ serviceId: ac.id });

  const numbers = await clientNumbers(ofClient(client.id));
  expect(numbers).toMatchObject({
    open: { n: 3, duePaise: fromRupees(1500) },
    closed: { n: 1, duePaise: fromRupees(500) },
    cancelled: 1,
    services: [
      { name: "AC NUMBERS", open: 2, closed: 0, duePaise: fromRupees(1000) },
      { name: "TV NUMBERS", open: 1, closed: 1, duePaise: fromRupees(1000) },
    ],
    months: [{ n: 1, duePaise: fromRupees(500) }],
  });
  expect(numbers.ages.map(({ n }) => n)).toEqual([1, 1, 0, 1]);
  expect((await clientNumbers(ofClient(other.id))).open).toEqual({ n: 1, duePaise: fromRupees(9) });
  expect((await clientNumbers(asAdmin())).open.n).toBe(4);
});

test("what is due for closed requests is the sum of the months and of the services, whenever they were made", async () => {
  const client = await aClient();
  const ac = await aService();
  const tv = await aService();
  const closed = (made: number, ended: number, rupees: number, serviceId: string) =>
    aTicket({
      clientId: client.id,
      clientDuePaise: fromRupees(rupees),
      serviceId,
      status: "CLOSED",
      createdAt: fromNow(-made * day),
      closedAt: fromNow(-ended * day),
    });
  await closed(400, 10, 70, ac.id);
  await closed(20, 15, 300, ac.id);
  await closed(90, 60, 5, tv.id);
  await closed(500, 380, 9_000, tv.id);
  const { closed: all, months, services } = await clientNumbers(ofClient(client.id));
  const sum = (parts: readonly { duePaise: number }[]) => parts.reduce((paise, part) => paise + part.duePaise, 0);
  expect(all).toEqual({ n: 2, duePaise: fromRupees(375) });
  expect([sum(months), sum(services)]).toEqual([fromRupees(375), fromRupees(375)]);
  expect(months.reduce((n, month) => n + month.n, 0)).toBe(3);
});

test("who may see no requests reads no numbers of them", async () => {
  const { id: clientId } = await aClient();
  const blind = asAdmin(undefined, { permissions: ["add_ticket"], clientId });
  await expect(clientNumbers(blind)).rejects.toMatchObject({ kind: "denied" });
});
