import { none } from "#app/http/doors/fresh.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { documentIntents } from "#app/parts/centers/document-intents.server.ts";
import { refundSubscriptionIntent } from "#app/parts/centers/refund-subscription-intent.server.ts";
import { subscribeIntent } from "#app/parts/centers/subscribe-intent.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import {
  authorizeClients,
  changeCenter,
  defineCapacity,
  deleteCenter,
  extendTrial,
  keepAadhar,
  setKitPaid,
} from "#modules/centers/index.ts";
import {
  AuthorizeClients,
  CenterRef,
  DefineCapacity,
  DisableCenter,
  ExtendTrial,
  KeepAadhar,
  SetKitPaid,
} from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";

const keeping = { can: "update_center.full_access", limit: formLimit, once: "in its transaction" } as const;

/** The page without its dialog, the row of the act marked. */
const back = ({ centerId }: CenterRef, { url }: Door) => addressWith(url, { act: null, of: null, did: centerId });

/** What operators do with a center, on each page that shows it. */
export const centerIntents = () =>
  ({
    capacity: {
      ...keeping,
      fresh: none("Says how much it may hold, for no money"),
      input: DefineCapacity,
      run: defineCapacity,
      say: "center.capacityDefined",
      to: back,
    },
    clients: {
      ...keeping,
      fresh: none("Says whom it works for, for no money"),
      input: AuthorizeClients,
      run: authorizeClients,
      say: "center.clientsSaved",
      to: back,
    },
    trial: {
      ...keeping,
      fresh: none("A trial costs nothing"),
      failed: "center.trialFailed",
      input: ExtendTrial,
      run: extendTrial,
      say: "center.trialExtended",
      to: back,
    },
    subscribe: subscribeIntent(back),
    refundSubscription: refundSubscriptionIntent(back),
    kit: {
      ...keeping,
      fresh: "money",
      input: SetKitPaid,
      run: async (admin: ActorOf<"admin">, input: SetKitPaid, door: Door) => {
        const { paidForOnboardingKit } = await setKitPaid(admin, input);
        door.toast(paidForOnboardingKit ? "center.kitMarked" : "center.kitTakenBack");
        return door.go(back(input, door));
      },
    },
    ...documentIntents({ can: "update_center.full_access" }),
    aadhar: {
      ...keeping,
      // A paper, as the pictures of it are.
      fresh: "money",
      input: KeepAadhar,
      run: keepAadhar,
      say: "document.checkSaved",
      to: (_input: KeepAadhar, { url }: Door) => addressWith(url, { did: null }),
    },
    // It can log a center and its technicians out.
    disable: {
      ...keeping,
      fresh: "money",
      input: DisableCenter,
      run: async (admin: ActorOf<"admin">, input: DisableCenter, door: Door) => {
        const { version } = await changeCenter(admin, input);
        if (version === input.version) door.toast("center.disableUnchanged", undefined, "warn");
        else door.toast("center.disableChanged");
        return door.go(back(input, door));
      },
    },
    // Two flags allow it (Q43); the verb asks.
    delete: {
      ...keeping,
      can: "view_center_details.full_access",
      fresh: "money",
      failed: "center.deleteFailed",
      input: CenterRef,
      run: deleteCenter,
      say: "center.deleted",
      to: "/admin-centers",
    },
  }) as const;
