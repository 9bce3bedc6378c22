import { statusWord } from "#app/parts/tickets/words.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { isMessageKey } from "#modules/messages/index.ts";
import type { HistoryLine } from "#modules/tickets/index.ts";

/** A change in words: who, what, from → to. */
export function HistorySentence({ line }: { line: HistoryLine }) {
  const say = useSay();
  const { from, to } = line;
  return (
    <>
      <b>{whoOf(line, say)}</b>: {whatOf(line, say)}
      {from && to && from !== to && (
        <>
          {" "}
          · {statusWord(from, say)} → <b>{statusWord(to, say)}</b>
        </>
      )}
    </>
  );
}

export const whoOf = ({ who }: HistoryLine, say: Say) => who.name ?? say(`request.who.${who.kind}`);

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
