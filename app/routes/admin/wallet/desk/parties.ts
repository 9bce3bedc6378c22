import { z } from "zod";
import { adminResource } from "#app/http/doors/page.server.ts";
import { findLimit } from "#app/http/doors/use-limit.server.ts";
import { text } from "#modules/kernel/validation.ts";
import { findWalletParties } from "#modules/wallet/index.ts";
import { walletUserTypes } from "#modules/wallet/shared.ts";

const PartyQuery = z.object({ of: z.enum(walletUserTypes, "form.choice"), find: text(60) });

/** Whose wallets a few typed letters find, each with its balance. */
export const loader = adminResource({ can: "view_Wallet", limit: findLimit, query: PartyQuery }, async (admin, query) =>
  Response.json(await findWalletParties(admin, query)),
);
