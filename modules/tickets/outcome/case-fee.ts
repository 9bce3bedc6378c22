import type { Actor } from "#modules/kernel/actor.ts";
import { em } from "#modules/kernel/db/db.server.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { zero } from "#modules/kernel/money.ts";
import { earnBookingFee, feeStateOf, holdFeeAgain } from "#modules/wallet/index.ts";
import type { CaseDecision } from "../cases/input.ts";
import { returnFee } from "../fees/return-fee.ts";
import { recordOn } from "../history.ts";
import type { Ticket } from "../ticket.entity.ts";

/**
 * What can be decided about a request's fee now: held or earned, it is earned or returned; without a fee, or once it goes
 * back, there is nothing to decide about money.
 */
export async function choicesOf({ id }: Pick<Ticket, "id">): Promise<readonly CaseDecision[]> {
  return (await feeStateOf(id)) === null ? ["none"] : ["earned", "returned"];
}

/**
 * Let a decision about a locked request have its effect on the fee; `cause` is the id of the case. Refuses with
 * `case.choice` what cannot be decided now.
 */
export async function moveFee(actor: Actor, ticket: Ticket, decision: CaseDecision, cause: string): Promise<void> {
  if (!(await choicesOf(ticket)).includes(decision)) throw conflict("case.choice");
  if (decision === "none") return;
  const isHeld = (await feeStateOf(ticket.id)) === "held";
  if (decision === "earned") {
    if (isHeld) await earnAgain(actor, ticket, cause);
    return;
  }
  if (!isHeld && !(await holdFeeAgain(actor, { ticketId: ticket.id, cause }))) throw conflict("case.choice");
  ticket.feeHeldAt = null;
  ticket.platformSharePaise = zero;
  await returnFee(actor, ticket, "decided");
}

async function earnAgain(actor: Actor, ticket: Ticket, cause: string) {
  ticket.feeHeldAt = null;
  ticket.platformSharePaise = ticket.bookingFeePaise;
  await em().flush();
  if (!(await earnBookingFee(ticket.id, { cause }))) throw conflict("case.choice");
  await recordOn(actor, ticket, { event: "ticket.feeEarned", data: { amountPaise: ticket.bookingFeePaise } });
}
