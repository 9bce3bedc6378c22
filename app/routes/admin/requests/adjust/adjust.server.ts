import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { env } from "#modules/kernel/env.server.ts";
import { adjustmentRoom, adjustWallet, may } from "#modules/wallet/index.ts";
import { NewAdjustment } from "#modules/wallet/shared.ts";

/** What the refund dialog of a request's center is opened with; amounts in paise. */
export type AdjustDialogData = Awaited<ReturnType<typeof roomOf>>;

const roomOf = async (admin: ActorOf<"admin">, which: { ticketId: string; centerId: string }) => ({
  ...which,
  ...(await adjustmentRoom(admin, which)),
  secondAbovePaise: env.secondAdminAboveRupees * 100,
});

/** The refund dialog's data, or null for admins who may not move money. */
export const adjustDialog = async (admin: ActorOf<"admin">, which: { ticketId: string; centerId: string }) =>
  may(admin, "adjust") ? roomOf(admin, which) : null;

/**
 * The refund dialog's form, for the pages of requests (R294, R296, R472). The next page says what is true: done, or
 * waiting for a second admin (R295 as Q06 has it).
 */
export const adjustIntents = {
  adjust: {
    fresh: "money",
    can: "adjust_wallet",
    limit: formLimit,
    input: NewAdjustment,
    once: "in its transaction",
    run: async (admin: ActorOf<"admin">, input: NewAdjustment, door: Door) => {
      const { state, kind } = await adjustWallet(admin, input);
      if (state === "WAITING") door.toast(`adjust.waiting.${kind}`, undefined, "warn");
      else door.toast(`adjust.done.${kind}`);
      return door.go(addressWith(door.url, { act: null, center: null }));
    },
  },
} as const;
