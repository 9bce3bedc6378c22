import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { offersDesk } from "#app/parts/catalog/offers-desk.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { saySwitched } from "#app/parts/lists/say-switched.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { addOffer, changeOffer, deleteOffer, switchOffer } from "#modules/catalog/index.ts";
import { AddOffer, ChangeOffer, OfferRef, SwitchOffer } from "#modules/catalog/shared.ts";

/** The list without its dialog, the row of the act marked. */
const back = (did: string | null, { url }: Pick<Door, "url">) => addressWith(url, { act: null, of: null, did });

const keeping = { can: "view_offers", limit: formLimit, once: "in its transaction" } as const;

/** What an admin does with offers (R484). */
export const offersAction = adminActions({
  add: {
    fresh: "money",
    ...keeping,
    input: AddOffer,
    run: async (admin, input, door) => {
      const { id } = await addOffer(admin, input);
      door.toast("offer.added");
      return door.go(back(id, door));
    },
  },
  edit: {
    fresh: "money",
    ...keeping,
    input: ChangeOffer,
    run: changeOffer,
    say: "offer.updated",
    to: ({ offerId }, door) => back(offerId, door),
  },
  switch: {
    fresh: "money",
    ...keeping,
    failed: "offer.switchFailed",
    input: SwitchOffer,
    run: async (admin, input, door) => {
      const done = await switchOffer(admin, input);
      saySwitched(door, done, { on: "offer.switchedOn", off: "offer.switchedOff" });
      return door.go(back(input.offerId, door));
    },
  },
  delete: {
    fresh: "money",
    ...keeping,
    input: OfferRef,
    run: deleteOffer,
    say: "offer.deleted",
    to: (_input, door) => back(null, door),
  },
  ...listIntents(offersDesk),
});
