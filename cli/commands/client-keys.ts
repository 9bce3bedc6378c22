import { clientNamed, createKey, keyNamed, keysOf, revokeKey, rotateKey } from "#modules/catalog/index.ts";
import { CreateKey, type MadeKey, type RotateKey } from "#modules/catalog/shared.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { withDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { type GlobalOptions, show, UsageError } from "../run.ts";
import { table } from "../table.ts";

const cli = house();

/** `clients keys list <client>`: a client's API keys, newest first; never a key itself. */
export async function list(options: GlobalOptions, client: string) {
  const { keys } = await withDatabase(async () => keysOf(cli, (await clientNamed(client)).id));
  const words = table(
    ["made", "begins with", "name", "scopes", "state", "last used", "ends", "id"],
    keys.map(({ createdAt, prefix, name, scopes, state, lastUsedAt, revokedAt, expiresAt, makerOff, id }) => {
      const ended = revokedAt ?? expiresAt;
      return [
        istDate(createdAt),
        prefix,
        name,
        scopes.join(" "),
        makerOff ? `${state}, maker switched off` : state,
        lastUsedAt ? istDate(lastUsedAt) : "never",
        ended ? istDate(ended) : "",
        id,
      ];
    }),
    options,
  );
  show(keys, keys.length > 0 ? words : "The client has no key.", options);
}

type Creating = GlobalOptions & { name: string; scope: string[]; expires: string; dryRun?: boolean };

/** `clients keys create <client>`: a new key, printed once. */
export async function create({ name, scope, expires, dryRun, ...options }: Creating, client: string) {
  const made = await withDatabase(async () => {
    const { id, clientName } = await clientNamed(client);
    const input = CreateKey.parse({ clientId: id, name, scopes: scope, expires });
    return dryRun ? { clientName, ...input } : createKey(cli, input);
  });
  if ("key" in made) return tellKey(made, options);
  show(made, `Would make the key ${made.name} of ${made.clientName} for ${made.scopes.join(" and ")}.`, options);
}

type Ending = GlobalOptions & { dryRun?: boolean; yes?: boolean };

/** `clients keys rotate <key>`: a new key in the place of one, printed once. */
export async function rotate({ overlap, ...options }: Ending & { overlap: RotateKey["overlap"] }, key: string) {
  const made = await withDatabase(async () => {
    const { id } = await agreed(key, options, "renewed");
    return id ? rotateKey(cli, { keyId: id, overlap }) : undefined;
  });
  if (made) tellKey(made, options);
}

/** `clients keys revoke <key>`: ends a key at once. */
export async function revoke(options: Ending, key: string) {
  await withDatabase(async () => {
    const { id, name, prefix } = await agreed(key, options, "revoked");
    if (!id) return;
    await revokeKey(cli, { keyId: id });
    show({ id, name, prefix }, `Revoked: ${name} (${prefix}…) is refused from now on.`, options);
  });
}

/** The key meant, when it shall be done; with --dry-run only said, without --yes refused. */
async function agreed(named: string, options: Ending, done: string) {
  const { id, name, prefix } = await keyNamed(named);
  if (!options.dryRun && !options.yes)
    throw new UsageError(`The key ${name} (${prefix}…) would be ${done}.\nSay --yes to do it.`);
  if (options.dryRun) show({ id, name, prefix }, `Would be ${done}: ${name} (${prefix}…).`, options);
  return { id: options.dryRun ? undefined : id, name, prefix };
}

const tellKey = (made: MadeKey, options: GlobalOptions) =>
  show(made, `${made.key}\nThis is the only time it is shown: keep it where the program keeps its secrets.`, options);
