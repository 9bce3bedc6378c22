import { defaultOfferCode } from "#modules/catalog/index.ts";
import { type Actor, isClient, needKind } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { denied } from "#modules/kernel/errors.ts";
import { createTicket } from "../booking/create-ticket.ts";
import type { TicketRow } from "../lists/present.ts";
import { rowOf } from "../lists/queries.ts";
import { ticketOfAdmin } from "../new-ticket.ts";
import { withFreshNumber } from "../number.ts";
import { needMay } from "../policy.ts";
import { refuseUnset } from "../rights/field-rights.ts";
import { refuseTakenReference } from "../rights/taken-reference.ts";
import type { CreateOfClient, CreateRequest } from "../shared.ts";
import { billOf } from "./client-bill.ts";

/**
 * Create a request as an admin (R277): without a fee and without a code, under the admin's name, matched at once in the
 * same transaction. An admin of a client creates for that client only, and sets no price. Refuses with `ticket.noAdd`,
 * a field its sender may not set with `ticket.fieldNotSettable`, and a client's own id that another of its requests has
 * with `request.referenceTaken`.
 */
export async function createRequest(actor: Actor, input: CreateRequest): Promise<TicketRow> {
  needMay(actor, "addRequests");
  needKind(actor, "admin");
  refuseUnset(actor, input, { dueAmount: 0, markedPaid: true, ticketPrice: 0, offerCode: defaultOfferCode() });
  return withFreshNumber(() =>
    transaction(async () => {
      const bill = await billOf(actor, input);
      await refuseTakenReference(bill);
      const { ticket } = await createTicket(actor, ticketOfAdmin(actor, input, bill));
      return rowOf(actor, ticket.id);
    }),
  );
}

/**
 * Create a request as a client's admin or by its API key, as `createRequest` does; who works for no client is refused.
 * Without an offer code it is the default one. Refuses with `ticket.noAdd`.
 */
export async function createRequestOfClient(actor: Actor, input: CreateOfClient): Promise<TicketRow> {
  if (!isClient(actor)) throw denied();
  return createRequest(actor, { ...input, offerCode: input.offerCode ?? defaultOfferCode() });
}
