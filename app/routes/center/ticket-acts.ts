import type { IconName } from "#app/ui/icon.tsx";
import type { Say } from "#app/ui/say.tsx";
import type { TicketLine } from "#modules/tickets/index.ts";

/** What a center can do with a request, each in a dialog of its own. */
export const acts = ["assign", "complete", "change", "close", "remark", "rebook", "delete"] as const;
export type Act = (typeof acts)[number];

/** The dialogs that say how a closing went. */
export const ended = ["completed", "closed"] as const;

const icons: Record<Act, IconName> = {
  assign: "user",
  change: "repeat",
  complete: "circle-check",
  close: "x",
  remark: "message-circle",
  rebook: "history",
  delete: "trash-2",
};

/** Whether it can be done to this request now (R142, R143, R236, fixed point 4). */
export const mayAct = ({ may }: Pick<TicketLine, "may">, act: Act) => (act === "complete" ? may.close : may[act]);

/** What is offered for a request, the next step first. */
export const actsOf = (ticket: Pick<TicketLine, "may">) => acts.filter((act) => mayAct(ticket, act));

export const actIcon = (act: Act) => icons[act];
export const actLabel = (act: Act, say: Say) => say(`center.act.${act}`);
