import { getClient } from "#modules/catalog/index.ts";
import { type Actor, isClient } from "#modules/kernel/actor.ts";
import { denied, invalid } from "#modules/kernel/errors.ts";
import { fromRupees, type Paise } from "#modules/kernel/money.ts";
import { noReference } from "#modules/kernel/text/references.ts";
import type { Bill } from "../new-ticket.ts";

/** The client fields that were sent; undefined is no change, null removes the value. */
type Sent = {
  clientId?: string | null | undefined;
  clientReference?: string | null | undefined;
  dueAmount?: number | undefined;
};

/**
 * Returns to whom a request is billed. An admin of a client works for that client alone; another one is refused.
 * Another client starts with the client id '0' and nothing due, unless they were sent (R274); without a client there is
 * neither (R276).
 */
export async function billOf(actor: Actor, sent: Sent, stands?: Bill): Promise<Bill> {
  const before = { clientId: stands?.clientId ?? null, clientReference: stands?.clientReference ?? null };
  const duePaise = (stands?.clientDuePaise ?? 0) as Paise;
  const clientId = await clientFor(actor, sent.clientId, before.clientId);
  if (!clientId) return { clientId: null, clientReference: null, clientDuePaise: 0 as Paise };
  const clientReference = sent.clientReference === undefined ? before.clientReference : sent.clientReference;
  const clientDuePaise = sent.dueAmount === undefined ? duePaise : fromRupees(sent.dueAmount);
  if (clientId === before.clientId) return { clientId, clientReference, clientDuePaise };
  return {
    clientId,
    clientReference: clientReference === before.clientReference ? noReference : (clientReference ?? noReference),
    clientDuePaise: clientDuePaise === duePaise ? (0 as Paise) : clientDuePaise,
  };
}

async function clientFor(actor: Actor, sent: string | null | undefined, before: string | null) {
  if (isClient(actor)) {
    if (!actor.clientId || (sent && sent !== actor.clientId)) throw denied();
    return actor.clientId;
  }
  if (!sent || sent === before) return sent === undefined ? before : sent;
  const { id, isActive } = await getClient(sent, { lock: true });
  if (!isActive) throw invalid("form.choice", { clientId: "form.choice" });
  return id;
}
