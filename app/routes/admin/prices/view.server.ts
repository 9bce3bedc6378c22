import { z } from "zod";
import { priceCards } from "#modules/catalog/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { id, lenient } from "#modules/kernel/validation.ts";

/** A planned price whose taking back is asked about. */
export const PricesQuery = z.object({ act: lenient(z.enum(["cancel"])), of: lenient(id) });

/** The five prices with their changes, today in India, and an open dialog; none for a change that is gone. */
export async function pricesView(admin: ActorOf<"admin">, { act, of }: z.output<typeof PricesQuery>) {
  const prices = await priceCards(admin);
  const card = act && prices.find(({ planned }) => planned.some(({ id }) => id === of));
  const planned = card?.planned.find(({ id }) => id === of);
  return { prices, today: istDate(), withdrawing: card && planned ? { kind: card.kind, planned } : null };
}
