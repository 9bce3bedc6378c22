import { z } from "zod";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { changePrice, priceInForce } from "#modules/catalog/index.ts";
import { ChangePrice } from "#modules/catalog/shared.ts";
import { idSaying } from "#modules/kernel/validation.ts";
import { type Contract, call } from "../line/call.server.ts";
import { wire } from "../line/wire.ts";
import { PriceListShape, priceList, priceListId } from "../shapes/price-list.ts";

/* Prices, offers and banners (002 §7). */

const pricing = { as: ["admin"], can: "view_subscription", limit: callLimit } as const;

export const content = {
  "GET admin/get-all-price-list": call({
    ...pricing,
    limit: reads.own,
    summary: "The five prices in force, in rupees",
    run: () => priceInForce(),
    answer: z.array(PriceListShape),
    reply: (prices) => [priceList(prices)],
  }),
  "POST admin/updatePriceList": call({
    ...pricing,
    once: "in its transaction",
    summary: "Change one price (price_type; amount in rupees) from now on; what was ordered before keeps its price",
    input: wire(
      { price_id: "priceId", price_type: "kind", amount: "amount" },
      ChangePrice.omit({ from: true, was: true }).extend({
        priceId: idSaying("price.notFound").refine((id) => id === priceListId, "price.notFound"),
      }),
    ),
    run: (admin, { priceId: _, ...price }) => changePrice(admin, price),
    answer: z.null(),
    reply: () => null,
    say: "price.updated",
  }),
} satisfies Contract;
