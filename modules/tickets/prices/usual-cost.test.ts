import { expect, test } from "vitest";
import { jobs } from "#modules/index.ts";
import { day, fromNow } from "#modules/kernel/clock.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { runJob } from "#modules/kernel/work/jobs.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aService, aTicket } from "#modules/testing/factories.ts";
import { usualCost } from "../index.ts";

openDatabase();

const done = "Visit Done, Work Completed (Payment Collected)";

test("what work usually costs is the middle half of twenty or more bills of the service in the district, of the last year", async () => {
  const { id: serviceId } = await aService();
  const bill = (rupees: number, more: Parameters<typeof aTicket>[0] = {}) =>
    aTicket({
      serviceId,
      pincode: "302012",
      status: "CLOSED",
      closedAt: fromNow(-day),
      closeRemarks: done,
      closingPricePaise: fromRupees(rupees),
      ...more,
    });
  for (let nth = 1; nth <= 19; nth++) await bill(nth * 100);
  // None of these is a bill of the work, here, lately.
  await bill(9000, { pincode: "303012" });
  await bill(9000, { closedAt: fromNow(-400 * day) });
  await bill(99, { closeRemarks: "Visited - Estimate Not Approved / Site Not Ready" });
  await bill(0, { closeRemarks: "Visit Done, Work Completed (Free of Charge)" });
  const count = () => runJob(jobs.find(({ name }) => name === "tickets.countUsualCosts")!, {});
  await count();
  expect(await usualCost({ serviceId, pincode: "302001" })).toBeUndefined();
  await bill(2000);
  expect(await usualCost({ serviceId, pincode: "302002" })).toBeUndefined();
  await count();
  await count();
  expect(await usualCost({ serviceId, pincode: "302002" })).toEqual({
    fromPaise: fromRupees(570),
    toPaise: fromRupees(1530),
    bills: 20,
  });
});
