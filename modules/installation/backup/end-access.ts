import { endEverySignIn, switchOffEveryAdmin } from "#modules/access/index.ts";
import { revokeEveryKey } from "#modules/catalog/index.ts";
import type { Sql } from "#modules/kernel/db/sql.ts";
import { turnOffEveryEndpoint } from "#modules/notifications/index.ts";

/** How many of each the copy would have let in. */
export type EndedAccess = { admins: number; keys: number; webhooks: number };

/** Runs a statement, and returns the rows it was about. */
type Ask = (statement: Sql) => Promise<readonly unknown[]>;

/**
 * Lets nobody in by what a copy holds. What was ended, revoked or taken away after it was made would be back with it, and
 * nothing tells which: sign-ins end always, admins, API keys and webhooks unless `keepAccess` says that nothing was taken
 * away since. In the transaction that makes the copy.
 */
export async function endAccess(ask: Ask, { keepAccess = false } = {}): Promise<EndedAccess> {
  for (const statement of endEverySignIn) await ask(statement);
  if (keepAccess) return { admins: 0, keys: 0, webhooks: 0 };
  return {
    admins: (await ask(switchOffEveryAdmin)).length,
    keys: (await ask(revokeEveryKey)).length,
    webhooks: (await ask(turnOffEveryEndpoint)).length,
  };
}
