import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { consumersDesk } from "#app/parts/consumers/consumers-desk.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { openPerson } from "#modules/consumers/index.ts";
import { OpenPerson } from "#modules/consumers/shared.ts";

/** What is done at the list of customers: its views, and opening a person by the mobile number. */
export const allAction = adminActions({
  ...listIntents(consumersDesk),
  open: {
    fresh: none("Finds whose number it is, and shows what the list of customers shows"),
    can: "view_Wallet",
    limit: formLimit,
    once: "in its transaction",
    input: OpenPerson,
    run: async (admin, { phone, alsoIn }, door: Door) =>
      door.go(`/usersdetails/${await openPerson(admin, phone, { inWords: alsoIn.includes("words") })}`),
  },
});
