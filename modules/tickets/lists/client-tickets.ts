import { adminCard } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { denied } from "#modules/kernel/errors.ts";
import type { Page } from "#modules/kernel/lists/keyset.server.ts";
import type { TicketQuery } from "./input.ts";
import { clientRequestsList } from "./operator-lists.ts";
import type { TicketRow } from "./present.ts";

/**
 * The requests of B2B clients; a client's admin sees its own (Q120). `mobile` may only be the asking admin's own number
 * (fixed point 17); a key has none.
 */
export async function clientTickets(
  admin: ActorOf<"admin">,
  { mobile, ...query }: TicketQuery & { mobile?: string | undefined },
): Promise<Page<TicketRow>> {
  if (mobile && (admin.keyId || mobile !== (await adminCard(admin.adminId)).mobile)) throw denied();
  return clientRequestsList.page(admin, query);
}
