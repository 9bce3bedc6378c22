import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { type Locale, type MessageKey, type MessageParams, say } from "#modules/messages/index.ts";
import type { VisitRecord } from "#modules/tickets/index.ts";

/** What a customer answered, wanted or chose about a visit, what a center proposed, or what a rule decided, in words. */
export function visitWords(entry: VisitRecord, locale: Locale): string {
  const word = (key: MessageKey, params: MessageParams = {}) => say(key, params, locale);
  const time = (at: Date) => showDateTime(at, locale);
  switch (entry.kind) {
    case "outcome": {
      const { came, done, paidPaise, proof } = entry;
      const answer = !came ? "nobody" : done === null ? "came" : done ? "done" : "notDone";
      return sentences(
        word(`consumer.visit.outcome.${answer}`),
        paidPaise !== null && word("consumer.visit.paid", { amount: rupees(paidPaise) }),
        proof === "bare" && word("consumer.visit.unproven"),
      );
    }
    case "proposal": {
      const { windows, outcome, chosen } = entry;
      return sentences(
        word("consumer.visit.proposed", { times: windows.map(time).join("; ") }),
        word(`consumer.visit.proposal.${outcome ?? "open"}`, { time: chosen ? time(chosen) : "-" }),
      );
    }
    case "timeChange": {
      const { type, wanted, state } = entry;
      return sentences(
        word("consumer.visit.otherTime", { time: wanted ? time(wanted) : word(`booking.timeSaid.${type}`) }),
        word(`consumer.visit.timeChange.${state}`),
      );
    }
    case "missed": {
      const { choice, waitsUntil } = entry;
      return word(`consumer.visit.missed.${choice}`, { time: waitsUntil ? time(waitsUntil) : "-" });
    }
    case "decision": {
      const { cause, fee, feePaise, undone } = entry;
      return sentences(
        word(`consumer.visit.decision.${cause}`),
        feePaise > 0 && word(`consumer.visit.fee.${fee}`, { amount: rupees(feePaise) }),
        undone && word("consumer.visit.undone"),
      );
    }
  }
}

/** The sentences that there are, each with its own full stop. */
const sentences = (...parts: (string | false)[]) => parts.filter((part) => part !== false).join(" ");
