import { rupees } from "#modules/kernel/money.ts";
import { isMessageKey, type MessageKey, type MessageParams } from "#modules/messages/index.ts";

/** Who made a change; the name only of admins, centers and technicians. */
export type Who = { kind: "admin" | "center" | "technician" | "customer" | "key" | "system"; name: string | null };

/** One change of a request, with the names of everybody in it. */
export type HistoryLine = {
  id: string;
  at: Date;
  event: string;
  who: Who;
  from: string | null;
  to: string | null;
  /** The center or technician it is about, and the one before. */
  center: string | null;
  technician: string | null;
  before: string | null;
  /** Other facts of the event that are shown: amounts in paise, counts, values before and after. */
  facts: Record<string, string | number>;
};

type Say = (key: MessageKey, params?: MessageParams) => string;

/** Who made a change of a request, in the reader's words. */
export const whoOf = ({ who }: HistoryLine, say: Say) => who.name ?? say(`request.who.${who.kind}`);

/** What a change of a request was, in the reader's words. */
export function whatOf(line: HistoryLine, say: Say) {
  const key = `history.${line.event}`;
  if (!isMessageKey(key)) return line.event;
  const { facts } = line;
  const paise = facts.amountPaise ?? facts.closingPricePaise;
  const reason = facts.reason === undefined ? undefined : `reveal.${facts.reason}`;
  const n = facts.centers ?? facts.tries ?? facts.minutes ?? facts.operators ?? "";
  return say(n === 1 && key === "history.ticket.broadcasted" ? "history.ticket.broadcasted.one" : key, {
    center: line.center ?? (line.who.kind === "center" ? line.who.name : null) ?? say("requests.center"),
    technician: line.technician ?? say("center.ticket.technician"),
    before: line.before ?? "-",
    from: facts["from.pincode"] ?? "-",
    to: facts["to.pincode"] ?? "-",
    amount: typeof paise === "number" ? rupees(paise) : "-",
    n,
    reason: reason && isMessageKey(reason) ? say(reason) : "-",
  });
}
