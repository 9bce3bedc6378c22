import { fromIst, showDateTime } from "#modules/kernel/clock.ts";
import { fromRupees, rupees } from "#modules/kernel/money.ts";
import { isMessageKey, type Locale, type MessageKey, type MessageParams } from "#modules/messages/index.ts";

/** Who made a change; the name only of admins, clients' keys, centers and technicians. */
export type Who = { kind: "admin" | "center" | "technician" | "customer" | "key" | "system"; name: string | null };

/** A changed field of the request's form; of free texts, whose values are not stored, only the label. */
export type FieldChange = { field: string; label: MessageKey; values?: { from: string | null; to: string | null } };

/** One change of a request, with the names of all persons in it. */
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
  /** What was changed in the request's form. */
  changes?: FieldChange[];
};

type Say = (key: MessageKey, params?: MessageParams) => string;

/** Who made a change of a request, in the reader's words. */
export function whoOf({ who }: HistoryLine, say: Say) {
  if (who.name === null) return say(`request.who.${who.kind}`);
  // A key is named by its makers, after a person perhaps.
  return who.kind === "key" ? say("request.who.keyNamed", { name: who.name }) : who.name;
}

/** What a change of a request was, in the reader's words. */
export function whatOf(line: HistoryLine, say: Say, locale: Locale) {
  const key = `history.${line.event}`;
  if (!isMessageKey(key)) return line.event;
  if (line.changes?.length)
    return `${say(key)}: ${line.changes.map((change) => changeIn(change, say, locale)).join("; ")}`;
  const { facts } = line;
  const paise = facts.amountPaise ?? facts.closingPricePaise;
  const reason = facts.reason === undefined ? undefined : `reveal.${facts.reason}`;
  const n = facts.centers ?? facts.tries ?? facts.minutes ?? facts.operators ?? "";
  const what = say(sentenceOf(key, facts), {
    center: line.center ?? (line.who.kind === "center" ? line.who.name : null) ?? say("common.center"),
    technician: line.technician ?? say("common.technician"),
    before: line.before ?? "-",
    from: facts["from.pincode"] ?? "-",
    to: facts["to.pincode"] ?? "-",
    amount: amountIn(paise),
    n,
    count: Number(n),
    reason: reason && isMessageKey(reason) ? say(reason) : "-",
    reference: facts.reference ?? "-",
    fromTime: timeIn(facts.fromTime, say, locale),
    toTime: timeIn(facts.toTime, say, locale),
  });
  return [what, ...whyOf(line, say), ...ruleOf(line, say), ...forWhomOf(line, say)].join(" · ");
}

/** The sentence of an event, which may have another one for some of its facts. */
function sentenceOf(key: MessageKey, { payment, outcome }: HistoryLine["facts"]): MessageKey {
  const exact = `${key}.${outcome}`;
  if (isMessageKey(exact)) return exact;
  return key === "history.ticket.closed" && payment === "notYet" ? "history.ticket.closed.notYetPaid" : key;
}

/** A wanted time as the history stores it: an instant, or a preference without one. */
function timeIn(value: string | number | undefined, say: Say, locale: Locale) {
  const key = `tracking.time.${value}`;
  if (isMessageKey(key)) return say(key);
  return typeof value === "string" ? showDateTime(value, locale) : "-";
}

const amountIn = (paise: string | number | undefined) => (typeof paise === "number" ? rupees(paise) : "-");

/** Why a customer cancelled, of the reasons there are to choose. */
function whyOf({ facts: { why } }: HistoryLine, say: Say): string[] {
  const key = `cancel.reason.${why}`;
  return isMessageKey(key) ? [say(key)] : [];
}

/** For whom an operator did it, in whose place. */
function forWhomOf({ facts: { forWhom } }: HistoryLine, say: Say): string[] {
  const key = `history.for.${forWhom}`;
  return isMessageKey(key) ? [say(key)] : [];
}

/** The rule a refund or penalty was entered under, stored in the history because it may have changed since. */
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
  const translated = (key: string) => (isMessageKey(key) ? say(key) : value);
  switch (field) {
    case "dueAmount":
    case "ticketPrice":
    case "closingPrice":
      return rupees(fromRupees(Number(value)));
    case "markedPaid":
      return translated(`request.form.paid.${value}`);
    case "timePreference.type":
      return translated(`booking.time.${value}`);
    case "timePreference.at": {
      const [day = "", time] = value.split("T");
      return showDateTime(fromIst(day, time), locale);
    }
    default:
      return value;
  }
}
