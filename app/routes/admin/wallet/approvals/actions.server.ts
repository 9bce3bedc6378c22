import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { decideHeldFee } from "#modules/tickets/index.ts";
import { DecideHeldFee } from "#modules/tickets/shared.ts";
import {
  approveAdjustment,
  may,
  refuseAdjustment,
  settleObjection,
  withdrawAdjustment,
} from "#modules/wallet/index.ts";
import { AdjustmentRef, RefuseAdjustment, SettleObjection } from "#modules/wallet/shared.ts";

/** The list without its dialog, the decided row marked. */
const back = ({ adjustmentId }: { adjustmentId: string }, { url }: Pick<Door, "url">) =>
  addressWith(url, { act: null, of: null, did: adjustmentId });

const money = { can: "adjust_wallet", limit: formLimit, once: "in its transaction", fresh: "money" } as const;

type Request = { ticketId: string | null; number: string | null };

/** The request a decision was about, as a link for those who may open it. */
const about = (admin: ActorOf<"admin">, { ticketId, number }: Request) =>
  ticketId && number && may(admin, "openRequests")
    ? { to: `/view-ticket?ticketId=${ticketId}`, name: number }
    : undefined;

/** An intent that decides about a row; its toast links the request. */
const deciding = <Input extends { adjustmentId: string }, Done extends Request>(
  decide: (admin: ActorOf<"admin">, input: Input) => Promise<Done>,
  messageOf: (done: Done, input: Input) => MessageKey,
) => ({
  run: async (admin: ActorOf<"admin">, input: Input, door: Door) => {
    const done = await decide(admin, input);
    door.toast(messageOf(done, input), undefined, "good", { about: about(admin, done) });
    return door.go(back(input, door));
  },
});

/** The decisions about refunds, penalties, objections and held fees. */
export const approvalsAction = adminActions({
  approve: { ...money, input: AdjustmentRef, ...deciding(approveAdjustment, ({ kind }) => `adjust.done.${kind}`) },
  refuse: { ...money, input: RefuseAdjustment, ...deciding(refuseAdjustment, () => "adjust.refused") },
  withdraw: { ...money, input: AdjustmentRef, ...deciding(withdrawAdjustment, () => "adjust.withdrawn") },
  decideFee: {
    ...money,
    input: DecideHeldFee,
    run: async (admin, { ticketId, verdict, remarks }, door) => {
      const { publicId, ticketId: number } = await decideHeldFee(admin, { ticketId, verdict, remarks });
      door.toast(`heldFee.done.${verdict}`, undefined, "good", { about: about(admin, { ticketId: publicId, number }) });
      return door.go(addressWith(door.url, { act: null, of: null }));
    },
  },
  settle: {
    ...money,
    input: SettleObjection,
    ...deciding(settleObjection, (_, { verdict }: SettleObjection) =>
      verdict === "RETURNED" ? "objection.returned" : "objection.upheld",
    ),
  },
});
