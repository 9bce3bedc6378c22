import { clientsList } from "#modules/catalog/index.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { withDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { type GlobalOptions, show, UsageError } from "../run.ts";
import { table } from "../table.ts";

const mostListed = 500;

/** `clients list`: clients, newest first; papers and phones are masked. */
export async function list(options: GlobalOptions & { search?: string; take: number }) {
  const { search, take } = options;
  if (take < 1 || take > mostListed) throw new UsageError(`--take is 1 to ${mostListed}`);
  const { rows } = await withDatabase(() => clientsList.page(house(), { search, take }));
  const lines = rows.map((row) => ({ ...row, contactPhone: row.contactPhone && "*****" }));
  const words = table(
    ["since", "client id", "name", "product", "asks for", "price", "contact", "city", "users", "id"],
    lines.map((line) => [
      istDate(line.createdAt),
      line.clientId ?? "",
      line.clientName,
      line.productName ?? "",
      line.specificRequirement ?? "",
      line.pricePaise === null ? "" : rupees(line.pricePaise),
      line.contactName ?? "",
      line.city ?? "",
      String(line.users),
      line.id,
    ]),
    options,
  );
  show(lines, lines.length > 0 ? words : "No client fits.", options);
}
