import { fc, test } from "@fast-check/vitest";
import { afterEach, beforeEach, expect } from "vitest";
import { em, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, asCenter, asVisitor } from "#modules/testing/factories.ts";
import { aDoneJob, free, fresh, notApproved, notVisited, paid } from "#modules/testing/work.ts";
import { completeJob, ticketDetail, trackTicket } from "../index.ts";
import { CompleteJob, jobPrice } from "../shared.ts";
import { InvoiceSchema } from "./invoice.entity.ts";

openDatabase();

const configured = { ...env };
beforeEach(() => configure({ operatorGstin: "29ABCDE1234F1Z5", operatorStateCode: "29" }));
afterEach(() =>
  configure({ operatorGstin: configured.operatorGstin, operatorStateCode: configured.operatorStateCode }),
);

const amounts = fc.record({
  visit: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 })),
  labour: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })),
  material: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })),
  fee: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  remark: fc.constantFrom(paid, paid, paid, free, notApproved, notVisited),
});

test.prop([amounts], { numRuns: 40 })(
  "closing, bill and tracking add up to the paisa, and the booking fee is billed once and owed no more",
  async ({ visit, fee, remark, ...input }) =>
    unitOfWork(async () => {
      const { labour, material } = remark === paid ? input : { labour: 0, material: 0 };
      const { ticket, center, code } = await aDoneJob(
        {
          ticketPricePaise: toPaise(visit),
          ...(fee > 0 && { isPaidByPublic: true, bookingFeePaise: toPaise(fee) }),
        },
        await aCenter(),
      );
      const closing = { closeRemarks: remark, labour, material };
      const shown = jobPrice(toPaise(visit), closing);
      await completeJob(asCenter(center), CompleteJob.parse({ ticketId: ticket.publicId, code, ...closing }));

      const closed = await ticketDetail(asCenter(center), ticket.publicId);
      const bill = await em().findOne(InvoiceSchema, { ticketId: ticket.id });
      const tracked = await trackTicket(asVisitor(ticket.phone), ticket.publicId);
      const details = tracked.details!;
      const charged = remark === free || remark === notVisited ? 0 : visit;
      const total = charged + 100 * (labour + material);

      expect(shown.totalPaise).toBe(total);
      expect(shown.visitPaise + shown.labourPaise + shown.materialPaise).toBe(total);
      expect(closed).toMatchObject({
        closingPricePaise: total,
        labourPaise: 100 * labour,
        materialPaise: 100 * material,
      });
      expect((await fresh(ticket)).closingPricePaise).toBe(total);
      expect(details).toMatchObject({
        closingPricePaise: total,
        labourPaise: 100 * labour,
        materialPaise: 100 * material,
        ticketPricePaise: visit,
        bookingFeePaise: fee || null,
      });
      // A visit that did not happen has no bill.
      if (remark === notVisited) {
        expect(bill).toBeNull();
        return;
      }
      const { facts } = bill!;
      const lines = facts.lines.map(({ amountPaise }) => amountPaise);
      expect(lines).toEqual(
        [fee, charged, 100 * labour, 100 * material].filter((amount) => amount > 0).concat(total === 0 ? [0] : []),
      );
      expect(facts).toMatchObject({ totalPaise: total + fee, alreadyPaidPaise: fee });
      // What is owed is what the closing says; of the total the fee is paid already.
      expect(facts.totalPaise - facts.alreadyPaidPaise).toBe(total);
      expect(facts.taxablePaise + facts.cgstPaise + facts.sgstPaise + facts.igstPaise).toBe(facts.totalPaise);
    }),
);
