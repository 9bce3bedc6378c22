import { type Actor, needKind } from "#modules/kernel/actor.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { countUse } from "#modules/kernel/db/limits.server.ts";
import { needMay } from "../policy.ts";
import type { RevealClient, RevealedClient } from "../shared.ts";
import { existingClient } from "./clients.ts";
import { papersInFull } from "./sealed.ts";

/** More clients than one person bills or pays in an hour; whoever reads out the whole list is stopped (R12). */
const revealLimit = { name: "reveal-client", points: 20, seconds: 3600, onFailure: "closed" } as const;

/**
 * Show a client's GST, PAN, account and contact number in full to an admin who changes clients. Who asked, when and why
 * stands in its history; the numbers do not. The Aadhaar number cannot be shown: it is not kept.
 */
export async function revealClient(actor: Actor, { clientId, reason }: RevealClient): Promise<RevealedClient> {
  needKind(actor, "admin");
  needMay(actor, "changeClient");
  await existingClient(clientId);
  await countUse(revealLimit, actor.adminId);
  return transaction(async () => {
    const client = await existingClient(clientId, { lock: true });
    await record(actor, { subject: "catalog", id: clientId, event: "client.revealed", data: { reason } });
    return {
      clientName: client.clientName,
      contactName: client.contactName ?? null,
      contactPhone: client.contactPhone ?? null,
      ...papersInFull(client),
    };
  });
}
