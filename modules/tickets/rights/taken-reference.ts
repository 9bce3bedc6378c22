import { sql } from "kysely";
import { kysely, row, rows } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { referenceOf } from "#modules/kernel/text/references.ts";
import type { Ticket, TicketSchema } from "../ticket.entity.ts";

/** A request as far as its client's own id of it matters. */
type Referring = Pick<Ticket, "clientId" | "clientReference"> & Partial<Pick<Ticket, "id" | "revisitOf" | "rebookOf">>;

/**
 * Refuses with `request.referenceTaken` a client's own id of a request that another one of its requests has, in any
 * case of its letters; the usual words for none are no id. Neither a rebook nor a revisit has an id of its own, and a
 * request that is cancelled or deleted frees its id. Of two transactions with one id the later waits here for the end
 * of the first one. Requests that had the same id before are not refused.
 */
export async function refuseTakenReference({ id, clientId, clientReference, ...again }: Referring): Promise<void> {
  const reference = referenceOf(clientReference ?? "");
  if (!clientId || reference === "" || again.revisitOf || again.rebookOf) return;
  await rows(
    sql`select pg_advisory_xact_lock(hashtextextended('reference:' || ${clientId}::text || lower(${reference}), 0))`,
  );
  const other = await row(
    kysely<typeof TicketSchema>()
      .selectFrom("tickets")
      .select("ticket_id as number")
      .where("client_id", "=", clientId)
      .where(sql`lower(client_reference)`, "=", sql`lower(${reference})`)
      .where("client_reference", "is not", null)
      .where("deleted_at", "is", null)
      .where("status", "<>", "CANCEL")
      .where("revisit_of", "is", null)
      .where("rebook_of", "is", null)
      .$if(id !== undefined, (query) => query.where("id", "<>", id!))
      .limit(1),
  );
  if (!other) return;
  throw new DomainError("conflict", "request.referenceTaken", {
    params: { reference, number: other.number },
    fields: { clientReference: "request.referenceInUse" },
  });
}
