import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { eraseConsumer, exportConsumer, revealConsumer } from "#modules/consumers/index.ts";
import { EraseConsumer, ExportConsumer, RevealConsumer } from "#modules/consumers/shared.ts";

/** What is done with a customer's data. */
export const personActions = adminActions({
  reveal: {
    fresh: none("Shows one number, which its history says"),
    can: "edit_ticket.full_access",
    limit: formLimit,
    unkeyed: "Each showing of the number is an entry of its own in the history",
    input: RevealConsumer,
    run: revealConsumer,
  },
  export: {
    fresh: "money",
    can: "view_Wallet",
    limit: formLimit,
    once: "in its transaction",
    input: ExportConsumer,
    run: async (admin, input, door: Door) => {
      const exportId = await exportConsumer(admin, input, door.locale);
      return door.go(`/usersdetails/${input.id}/exports/${exportId}`);
    },
  },
  erase: {
    fresh: "money",
    can: "view_Wallet",
    limit: formLimit,
    once: "in its transaction",
    input: EraseConsumer,
    run: async (admin, { id, ...input }, door: Door) => {
      await eraseConsumer(admin, { consumerId: id, ...input });
      return door.go(`/usersdetails/${id}/erasure`);
    },
  },
});
