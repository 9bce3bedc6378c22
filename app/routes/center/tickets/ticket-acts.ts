import type { IconName } from "#app/ui/base/icon.tsx";
import type { Say } from "#app/ui/base/say.tsx";
import type { TicketLine } from "#modules/tickets/index.ts";

/** The actions of a center on a request, each with its own dialog. */
export const acts = [
  "answerTime",
  "assign",
  "onTheWay",
  "start",
  "nobody",
  "complete",
  "change",
  "sendLink",
  "close",
  "recordPayment",
  "remark",
  "rebook",
  "handBack",
  "delete",
] as const;
export type Act = (typeof acts)[number];

/** The dialogs that show how a closing went. */
export const ended = ["completed", "closed"] as const;

const icons: Record<Act, IconName> = {
  answerTime: "calendar-clock",
  assign: "user",
  onTheWay: "truck",
  start: "shield-check",
  nobody: "clock",
  change: "repeat",
  sendLink: "link",
  complete: "circle-check",
  close: "x",
  recordPayment: "indian-rupee",
  remark: "message-circle",
  rebook: "history",
  handBack: "undo-2",
  delete: "trash-2",
};

/** Whether the action is possible for this request now (R142, R143, R236, fixed point 4). */
export const mayAct = ({ may }: Pick<TicketLine, "may">, act: Act) => (act === "complete" ? may.close : may[act]);

/** The actions offered for a request, the next step first. */
export const actsOf = (ticket: Pick<TicketLine, "may">) => acts.filter((act) => mayAct(ticket, act));

export const actIcon = (act: Act) => icons[act];
export const actLabel = (act: Act, say: Say) => say(`center.act.${act}`);
