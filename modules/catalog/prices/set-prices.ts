import { sql } from "kysely";
import { adminName } from "#modules/access/index.ts";
import { type Actor, actorId } from "#modules/kernel/actor.ts";
import { fromIst, istDate, now } from "#modules/kernel/clock.ts";
import { row, rows, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { changed, conflict, invalid, missing } from "#modules/kernel/errors.ts";
import { fromRupees, type Paise, toRupees } from "#modules/kernel/money.ts";
import { oneChangeAtATime } from "../keepers.ts";
import { needMay } from "../policy.ts";
import { type CancelPrice, type Change, type ChangePrice, type PriceKind, priceKinds } from "../shared.ts";
import { nameOfKind, type Prices, priceInForce } from "./prices.ts";

/**
 * Put five prices (paise) in force from now on. Earlier ones are kept: an order keeps the price it was made at. Nothing
 * changes where a price is in force already because somebody set it.
 */
export function setPrices(actor: Actor, prices: Prices): Promise<Change> {
  needMay(actor, "setUp");
  return transaction(async () => {
    await oneChangeAtATime();
    const before = await priceInForce();
    const set = new Set(await kindsSet());
    const other = priceKinds.filter((kind) => !set.has(kind) || before[nameOfKind[kind]] !== prices[nameOfKind[kind]]);
    for (const kind of other)
      await begin(actor, kind, { from: before[nameOfKind[kind]], to: prices[nameOfKind[kind]], on: now() });
    if (other.length === 0) return { change: "same" };
    return { change: set.size > 0 ? "changed" : "added" };
  });
}

/**
 * Change one price: from now on, or from the start of a later day in India. What was ordered before keeps its price. A
 * later price of the same day replaces the one planned for it. Refused (409) when `was` is not the price in force any
 * more. For admins with `view_subscription` (R433, R434).
 */
export async function changePrice(actor: Actor, { kind, amount, from, was }: ChangePrice): Promise<void> {
  needMay(actor, "keepPrices");
  const today = istDate();
  if (from !== undefined && from < today) throw invalid("price.past", { from: "price.past" });
  await transaction(async () => {
    await oneChangeAtATime();
    const before = (await priceInForce())[nameOfKind[kind]];
    if (was !== undefined && fromRupees(was) !== before) throw await changedSince(actor, kind, before);
    const on = from === undefined || from === today ? now() : fromIst(from);
    await begin(actor, kind, { from: before, to: fromRupees(amount), on });
  });
}

/** Take back a price that has not begun yet; one that has begun stays. For admins with `view_subscription`. */
export async function cancelPrice(actor: Actor, { priceId }: CancelPrice): Promise<void> {
  needMay(actor, "keepPrices");
  await transaction(async () => {
    await oneChangeAtATime();
    const price = await row<{ kind: string; amount: string; begun: boolean }>(
      sql`select kind, amount_paise as amount, effective_from <= ${now()} as begun from prices where id = ${priceId}`,
    );
    if (!price) throw missing("price.notFound");
    if (price.begun) throw conflict("price.begun");
    await rows(sql`delete from prices where id = ${priceId}`);
    await record(actor, { subject: "catalog", id: priceId, event: "price.cancelled", from: price.amount, data: price });
  });
}

/** The refusal of a form that was filled with another price than the one in force: who set that, and since when. */
async function changedSince(actor: Actor, kind: PriceKind, amount: Paise) {
  const set = await row(
    sql<{ by: string | null; at: Date | string }>`select created_by as by, effective_from as at from prices
      where kind = ${kind} and effective_from <= ${now()} order by effective_from desc limit 1`,
  );
  if (!set) return changed(undefined, "price.changed");
  const own = actor.kind === "admin" && set.by === actorId(actor);
  const by = set.by && !own ? await adminName(set.by) : null;
  const at = new Date(set.at).toISOString();
  return changed(
    {
      version: 0,
      changes: [{ by, role: set.by ? "admin" : "system", own, at, fields: ["amount"] }],
      names: { amount: "price.new" },
      was: {},
      now: { amount: String(toRupees(amount)) },
    },
    "price.changed",
  );
}

async function begin(actor: Actor, kind: PriceKind, { from, to, on }: { from: Paise; to: Paise; on: Date }) {
  const id = rowId();
  const by = actor.kind === "admin" ? actorId(actor) : null;
  await rows(sql`delete from prices where kind = ${kind} and effective_from = ${on}`);
  await rows(
    sql`insert into prices (id, kind, amount_paise, effective_from, created_by, created_at)
     values (${id}, ${kind}, ${to}, ${on}, ${by}, ${now()})`,
  );
  await record(actor, {
    subject: "catalog",
    id,
    event: "price.set",
    from: String(from),
    to: String(to),
    data: { kind, effectiveFrom: on.toISOString() },
  });
}

const kindsSet = async (): Promise<PriceKind[]> =>
  (await rows<{ kind: PriceKind }>(sql`select distinct kind from prices where effective_from <= ${now()}`)).map(
    ({ kind }) => kind,
  );

/** Whether a price was ever set; until then the defaults are in force. */
export const hasPriceList = async (): Promise<boolean> => (await kindsSet()).length > 0;
