import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { appealCase, decideAppeal, decideCase, may } from "#modules/tickets/index.ts";
import { AppealCase, DecideCase } from "#modules/tickets/shared.ts";

type Request = { publicId: string; ticketId: string };

/** An intent about a case; its toast links the request, and the list marks the row. */
const about = <Input extends { caseId: string }>(
  act: (admin: ActorOf<"admin">, input: Input) => Promise<Request>,
  messageOf: (input: Input) => MessageKey,
) => ({
  run: async (admin: ActorOf<"admin">, input: Input, door: Door) => {
    const { publicId, ticketId: number } = await act(admin, input);
    const request = may(admin, "openRequests") ? { to: `/view-ticket?ticketId=${publicId}`, name: number } : undefined;
    door.toast(messageOf(input), undefined, "good", { about: request });
    return door.go(addressWith(door.url, { of: null, did: input.caseId }));
  },
});

const money = { can: "adjust_wallet", limit: formLimit, once: "in its transaction", fresh: "money" } as const;

/** The decisions of cases and of their appeals, and the appeals. */
export const casesAction = adminActions({
  decide: { ...money, input: DecideCase, ...about(decideCase, ({ decision }) => `case.done.${decision}`) },
  decideAppeal: { ...money, input: DecideCase, ...about(decideAppeal, ({ decision }) => `case.done.${decision}`) },
  appeal: {
    can: "edit_ticket.full_access",
    limit: formLimit,
    once: "in its transaction",
    fresh: "work",
    input: AppealCase,
    ...about(appealCase, () => "case.done.appeal"),
  },
});
