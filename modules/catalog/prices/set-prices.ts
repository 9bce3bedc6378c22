import type { Actor } from "#modules/kernel/actor.ts";
import { actorId } from "#modules/kernel/actor.ts";
import { em, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { needKeeper, oneChangeAtATime } from "../keepers.ts";
import type { Change } from "../shared.ts";
import { PriceListSchema } from "./price.entity.ts";
import { type Prices, priceInForce } from "./prices.ts";

/**
 * Put five prices (paise) in force from now on. Earlier lists are kept: an order keeps the price it was made at. Nothing
 * changes when they are in force by a list already.
 */
export function setPrices(actor: Actor, prices: Prices): Promise<Change> {
  needKeeper(actor);
  return transaction(async () => {
    await oneChangeAtATime();
    const before = await priceInForce();
    const listed = await hasPriceList();
    const same = (Object.keys(prices) as (keyof Prices)[]).every((name) => before[name] === prices[name]);
    if (listed && same) return { change: "same" };
    const list = em().create(PriceListSchema, {
      ...prices,
      createdBy: actor.kind === "admin" ? actorId(actor) : null,
    });
    await em().flush();
    await record(actor, { subject: "catalog", id: list.id, event: "prices.set", data: { from: before, to: prices } });
    return { change: listed ? "changed" : "added" };
  });
}

/** Whether prices were ever set; until then the defaults are in force. */
export const hasPriceList = async (): Promise<boolean> => (await em().count(PriceListSchema)) > 0;
