import { statusWord } from "#app/parts/tickets/words.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { fromIst, showDateTime } from "#modules/kernel/clock.ts";
import { fromRupees, rupees } from "#modules/kernel/money.ts";
import { isMessageKey, type Locale } from "#modules/messages/index.ts";
import type { FieldChange, HistoryLine } from "#modules/tickets/index.ts";

/** A change in words: who, what, from → to. */
export function HistorySentence({ line }: { line: HistoryLine }) {
  const say = useSay();
  const locale = useLocale();
  const { from, to } = line;
  return (
    <>
      <b>{whoOf(line, say)}</b>: {whatOf(line, say, locale)}
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

export function whatOf(line: HistoryLine, say: Say, locale: Locale) {
  const key = `history.${line.event}`;
  if (!isMessageKey(key)) return line.event;
  if (line.changes?.length)
    return `${say(key)}: ${line.changes.map((change) => changeIn(change, say, locale)).join("; ")}`;
  const { facts } = line;
  const paise = facts.amountPaise ?? facts.closingPricePaise;
  const reason = facts.reason === undefined ? undefined : `reveal.${facts.reason}`;
  const n = facts.centers ?? facts.tries ?? facts.minutes ?? facts.operators ?? "";
  const what = say(n === 1 && key === "history.ticket.broadcasted" ? "history.ticket.broadcasted.one" : key, {
    center: line.center ?? (line.who.kind === "center" ? line.who.name : null) ?? say("requests.center"),
    technician: line.technician ?? say("center.ticket.technician"),
    before: line.before ?? "-",
    from: facts["from.pincode"] ?? "-",
    to: facts["to.pincode"] ?? "-",
    amount: amountIn(paise),
    n,
    reason: reason && isMessageKey(reason) ? say(reason) : "-",
  });
  return [what, ...ruleOf(line, say)].join(" · ");
}

const amountIn = (paise: string | number | undefined) => (typeof paise === "number" ? rupees(paise) : "-");

/** The rule a refund or penalty was asked under, which the history keeps because it may have changed since. */
function ruleOf({ facts: { secondAdminAbovePaise: limit, capPaise: cap } }: HistoryLine, say: Say): string[] {
  if (limit === undefined) return [];
  const second = say("history.rule.second", { limit: amountIn(limit) });
  return cap === undefined ? [second] : [say("history.rule.cap", { cap: amountIn(cap) }), second];
}

/** One changed field, with its values where the history has them. */
function changeIn({ field, label, values }: FieldChange, say: Say, locale: Locale) {
  if (!values) return say(label);
  const word = (value: string | null) => (value === null ? "-" : wordOf(field, value, say, locale));
  return `${say(label)} ${word(values.from)} → ${word(values.to)}`;
}

function wordOf(field: string, value: string, say: Say, locale: Locale) {
  const told = (key: string) => (isMessageKey(key) ? say(key) : value);
  switch (field) {
    case "dueAmount":
    case "closingPrice":
      return rupees(fromRupees(Number(value)));
    case "markedPaid":
      return told(`request.form.paid.${value}`);
    case "timePreference.type":
      return told(`booking.time.${value}`);
    case "timePreference.at": {
      const [day = "", time] = value.split("T");
      return showDateTime(fromIst(day, time), locale);
    }
    default:
      return value;
  }
}
