import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import type { FeePaperKind } from "../labels.ts";

/** A paper of a customer's fee, as its page links it. */
export type CustomerPaper = { id: string; number: string; kind: FeePaperKind };

/** The papers of the fee of a request, oldest first, for who proved its phone. */
export const papersOfFee = (ticketId: string): Promise<CustomerPaper[]> =>
  rows(
    sql<CustomerPaper>`select p.id, p.number, p.kind from fee_papers p
      where p.ticket_id = ${ticketId} and p.center_id is null order by p.issued_at, p.id`,
  );
