import { z } from "zod";
import type { ListRow } from "#app/ui/list/columns.tsx";
import { offersFor } from "#modules/catalog/index.ts";
import { type OfferRow, OffersFilter } from "#modules/catalog/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { id, lenient } from "#modules/kernel/validation.ts";

const offerActs = ["add", "edit", "delete"] as const;

const { from, to, sort } = OffersFilter.shape;

/** The filter, an open dialog and the offer it is about, and the row of the last act. */
export const OffersQuery = z.object({
  from: lenient(from),
  to: lenient(to),
  sort: lenient(sort),
  act: lenient(z.enum(offerActs)),
  of: lenient(id),
  did: lenient(id),
});

/** The offers of the filter, and an open dialog; none for an offer that is not among them. */
export async function offersView(admin: ActorOf<"admin">, { act, of, did, ...filter }: z.output<typeof OffersQuery>) {
  const offers = await offersFor(admin, filter);
  const offer = offers.find(({ id }) => id === of) ?? null;
  return {
    rows: offers.map((each): OfferLine => ({ ...each, cells: { title: each.title, category: each.category } })),
    filter: {
      from: filter.from ? istDate(filter.from) : "",
      to: filter.to ? istDate(filter.to) : "",
      sort: filter.sort ?? "created",
    },
    dialog:
      act && (act === "add" || offer)
        ? { act, offer: offer && act !== "add" ? { ...offer, ...days(offer) } : null }
        : null,
    did,
  };
}

const days = ({ fromDate, toDate }: OfferRow) => ({ firstDay: istDate(fromDate), lastDay: istDate(toDate) });

/** A row of the screen. */
export type OfferLine = OfferRow & ListRow;
export type OffersView = Awaited<ReturnType<typeof offersView>>;
