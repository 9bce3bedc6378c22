import { istDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { decideHeldFee, heldFeesList } from "#modules/tickets/index.ts";
import { DecideHeldFee } from "#modules/tickets/shared.ts";
import { requestNumbered } from "#modules/wallet/index.ts";
import { show } from "../../run.ts";
import { table } from "../../table.ts";
import { type Acting, acting, needTake, type Operating, reading, tellDone } from "./operator.ts";

/** `tickets held-fees`: the booking fees that wait for a decision, oldest first. */
export async function list(options: Operating & { take: number }) {
  const { take } = options;
  needTake(take);
  const { rows } = await reading(options, (actor) => heldFeesList.page(actor, { take }));
  const words = table(
    ["closed", "days", "number", "fee", "center", "pictures", "closed by"],
    rows.map(({ heldAt, days, number, amountPaise, center, pictures, closer }) => [
      istDate(heldAt),
      String(days),
      number,
      rupees(amountPaise),
      center ?? "-",
      String(pictures),
      closer ?? "-",
    ]),
    options,
  );
  show(rows, rows.length > 0 ? words : "No booking fee waits for a decision.", options);
}

/** `tickets decide-fee <ticket>`: earns a held fee, or returns it to its source. */
export async function decide(options: Acting & { verdict: string; remarks: string }, which: string) {
  const { verdict, remarks } = options;
  const done = await acting(options, "tickets decide-fee", async (actor) => {
    const ticketId = await requestNumbered(actor, which);
    const ticket = await decideHeldFee(actor, DecideHeldFee.parse({ ticketId, verdict, remarks }));
    return { id: ticket.publicId, number: ticket.ticketId, verdict, feePaise: ticket.bookingFeePaise };
  });
  const { number, feePaise } = done.result;
  tellDone(
    done,
    `${number}: the fee of ${rupees(feePaise)} ${verdict === "EARNED" ? "is earned" : "goes back"}`,
    options,
  );
}
