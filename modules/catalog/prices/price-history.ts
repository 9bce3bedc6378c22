import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { needMay } from "../policy.ts";
import { type PriceKind, priceKinds } from "../shared.ts";
import { defaultPrices, nameOfKind, priceInForce } from "./prices.ts";

/** One change of a price: from what to what (paise), from which moment on, who made it and when. */
export type PriceChange = {
  id: string;
  from: Paise;
  to: Paise;
  effectiveFrom: Date;
  /** The admin's name; null for the command line. */
  by: string | null;
  at: Date;
};

/** A price as its page shows it; the changes newest first. */
export type PriceCard = {
  kind: PriceKind;
  amount: Paise;
  /** What will be in force later. */
  planned: PriceChange[];
  /** What is and was in force; empty while the default is. */
  begun: PriceChange[];
};

/** As many changes of one price as its page shows. */
const mostChanges = 50;

/** The five prices with what they were and will be, for admins with `view_subscription` (R433). */
export async function priceCards(actor: Actor): Promise<PriceCard[]> {
  needMay(actor, "keepPrices");
  type PriceRow = Omit<PriceChange, "from" | "to"> & { kind: PriceKind; amount: string; before: string | null };
  const priceRows = await rows<PriceRow>(
    sql`select * from (
       select p.id, p.kind, p.amount_paise as amount, p.effective_from as "effectiveFrom", p.created_at as at, a.name as by,
              lag(p.amount_paise) over (partition by p.kind order by p.effective_from) as before,
              row_number() over (partition by p.kind order by p.effective_from desc) as nth
         from prices p left join admins a on a.id = p.created_by
     ) changes where nth <= ${sql.lit(mostChanges)} order by "effectiveFrom" desc`,
  );
  const prices = await priceInForce();
  return priceKinds.map((kind) => {
    const changes = priceRows
      .filter((change) => change.kind === kind)
      .map(({ id, amount, before, effectiveFrom, at, by }) => ({
        id,
        from: before === null ? defaultPrices[nameOfKind[kind]] : toPaise(before),
        to: toPaise(amount),
        effectiveFrom: new Date(effectiveFrom),
        by,
        at: new Date(at),
      }));
    const at = now();
    return {
      kind,
      amount: prices[nameOfKind[kind]],
      planned: changes.filter(({ effectiveFrom }) => effectiveFrom > at),
      begun: changes.filter(({ effectiveFrom }) => effectiveFrom <= at),
    };
  });
}
