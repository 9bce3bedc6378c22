import { randomUUIDv7 } from "node:crypto";
import type { Actor } from "#modules/kernel/actor.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import type { AdjustmentKind, AdjustmentState, NewAdjustment } from "../adjustment-schemas.ts";
import { type Adjustment, AdjustmentSchema } from "./adjustment.entity.ts";
import { aloneLimit, needRoom, needsSecond, penaltyCap } from "./caps.ts";
import { carryOut, tell } from "./carry-out.ts";
import { adjusterOf, lockRequest, needParty, type Request, saidPlainly } from "./parties.ts";

/** What became of an adjustment; the amount in paise. */
export type Adjusted = {
  id: string;
  kind: AdjustmentKind;
  state: AdjustmentState;
  amountPaise: number;
  /** The request's public id. */
  ticketId: string;
  /** The request's number. */
  number: string;
  centerId: string;
};

/**
 * Refund to a center's wallet what it paid for a request, or take a penalty from it (R472): at once (`DONE`), or, above
 * the configured sum, once a second admin approves it (`WAITING`). Needs `adjust_wallet`; what is above its limit is
 * conflict("adjust.aboveRefund" or "adjust.abovePenalty").
 */
export const adjustWallet = (actor: Actor, input: NewAdjustment): Promise<Adjusted> =>
  saidPlainly(() =>
    transaction(async () => {
      const { adminId } = adjusterOf(actor);
      const request = await lockRequest(input.ticketId);
      const { centerId, kind, remarks } = input;
      const asked = { kind, centerId, ticketId: request.id, amountPaise: fromRupees(input.amount) };
      await needParty(asked);
      await needRoom(asked);
      const waits = await needsSecond(asked);
      const adjustment = em().create(AdjustmentSchema, {
        ...{ id: randomUUIDv7(), ...asked, remarks, state: "WAITING", authorId: adminId },
      });
      await em().flush();
      const rule = { secondAdminAbovePaise: aloneLimit(), ...(kind === "Penalty" && { capPaise: penaltyCap() }) };
      if (waits) await tell(actor, { adjustment, request }, "asked", rule);
      else await carryOut(actor, { adjustment, request }, { rule });
      return adjustedOf(adjustment, request);
    }),
  );

/** An adjustment as its calls answer. */
export const adjustedOf = (
  { id, kind, state, amountPaise, centerId }: Adjustment,
  { publicId, number }: Pick<Request, "publicId" | "number">,
): Adjusted => ({ id, kind, state, amountPaise, ticketId: publicId, number, centerId });
