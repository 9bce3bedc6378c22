import type { Admin, DeskList } from "#app/parts/lists/desk-list.server.ts";
import { offerFor, offersList } from "#modules/catalog/index.ts";
import { type OfferRow, offerSorts, offerStatuses } from "#modules/catalog/shared.ts";
import { istDate } from "#modules/kernel/clock.ts";
import { id } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";

/* The offers as a screen (002 §2.14, R431). */

const acts = ["add", "edit", "delete"] as const;

const offerExtra = (_admin: Admin, row: OfferRow) => row;

/** The open dialog: a new offer, or the one it is about, its days as days; null for one that is gone. */
async function dialogOf(admin: Admin, act: string | undefined, of: string | undefined) {
  if (act === "add") return { act, offer: null } as const;
  const known = acts.find((each) => each === act);
  const offerId = id.safeParse(of);
  const offer = known && offerId.success ? await offerFor(admin, offerId.data) : null;
  if (!known || !offer) return null;
  return { act: known, offer: { ...offer, firstDay: istDate(offer.fromDate), lastDay: istDate(offer.toDate) } };
}

export type OfferDialogView = NonNullable<Awaited<ReturnType<typeof dialogOf>>>;

export const offersDesk: DeskList<OfferRow, OfferRow, { dialog: OfferDialogView | null }> = {
  list: offersList,
  path: "/offers",
  filters: [
    {
      name: "status",
      label: "common.status",
      choices: (_admin, { locale }) =>
        offerStatuses.map((value) => ({ value, label: say(`offer.status.${value}`, {}, locale) })),
    },
    {
      name: "sort",
      label: "offer.sort",
      choices: (_admin, { locale }) =>
        offerSorts.map((value) => ({ value, label: say(`offer.sort.${value}`, {}, locale) })),
    },
  ],
  allDays: true,
  dialogs: acts,
  add: { to: "/offers?act=add", label: "offer.add", can: "view_offers" },
  extras: offerExtra,
  also: async (admin, { act, of }) => ({ dialog: await dialogOf(admin, act, of) }),
};
