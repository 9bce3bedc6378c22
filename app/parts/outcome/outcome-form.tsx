import { closureWord } from "#app/parts/tickets/words.ts";
import { Button } from "#app/ui/base/button.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { MoneyField, RadioCards } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { OutcomeView } from "#modules/tickets/index.ts";
import { AnswerOutcome, AnswerOutcomeByLink } from "#modules/tickets/shared.ts";

/** What names the request of a form: its public id, or the token of the link that was sent. */
type Named = { ticketId: string } | { token: string };

const schemaOf = (named: Named) => ("token" in named ? AnswerOutcomeByLink : AnswerOutcome);

function Naming({ named }: { named: Named }) {
  return "token" in named ? (
    <input type="hidden" name="token" value={named.token} />
  ) : (
    <input type="hidden" name="ticketId" value={named.ticketId} />
  );
}

/** What the center says: the remark it was closed with. */
export function ClosingSays({ outcome: { remark } }: { outcome: Pick<OutcomeView, "remark"> }) {
  const say = useSay();
  if (!remark) return null;
  return (
    <div>
      <h2 className="mb-1">{say("outcome.says")}</h2>
      <p className="font-semibold">{closureWord(remark, say)}</p>
    </div>
  );
}

/** Nobody came, says the closing itself: one tap says whether that is so. */
export function NobodyCameForm({ named }: { named: Named }) {
  const say = useSay();
  return (
    <Form schema={schemaOf(named)} intent="outcome" data-enhance="once" className="grid gap-3">
      <Naming named={named} />
      <p>{say("outcome.isSo")}</p>
      <div className="flex flex-wrap gap-3">
        <Button tone="quiet" name="came" value="no">
          {say("outcome.isSo.nobody")}
        </Button>
        <Button tone="plain" name="came" value="yes">
          {say("outcome.isSo.came")}
        </Button>
      </div>
    </Form>
  );
}

/** Did they come, is it done, what was paid: nothing is chosen before. */
export function OutcomeForm({ named, outcome }: { named: Named; outcome: Pick<OutcomeView, "asksDone"> }) {
  const say = useSay();
  const options = [
    { value: "yes", label: say("common.yes") },
    { value: "no", label: say("common.no") },
  ];
  return (
    <Form schema={schemaOf(named)} intent="outcome" data-enhance="once" className="grid gap-4">
      <Naming named={named} />
      <RadioCards name="came" label={say("outcome.came")} options={options} columns />
      {outcome.asksDone && (
        <RadioCards name="done" label={say("outcome.isDone")} options={options} required={false} columns />
      )}
      <MoneyField name="paid" label={say("outcome.paid")} />
      <Button tone="quiet" wide>
        {say("timeChange.send")}
      </Button>
    </Form>
  );
}

/** One tap says that it was as the closing says. */
export function OutcomeYes({ token, asksDone }: { token: string; asksDone: boolean }) {
  const say = useSay();
  return (
    <Form intent="outcome" data-enhance="once">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="came" value="yes" />
      {asksDone && <input type="hidden" name="done" value="yes" />}
      <Button wide>{say("outcome.oneTap")}</Button>
      <p className="mt-1.5 text-sm text-soft">{say(asksDone ? "outcome.oneTapHint" : "outcome.oneTapVisited")}</p>
    </Form>
  );
}

/** Until when the question can be answered. */
export function OutcomeLead({ outcome: { until } }: { outcome: Pick<OutcomeView, "until"> }) {
  const locale = useLocale();
  return <p className="text-soft">{useSay()("outcome.lead", { time: showDateTime(until, locale) })}</p>;
}

type AnswerProps = { answer: NonNullable<OutcomeView["answer"]>; closing: OutcomeView["closing"] };

/** What was answered, and what it counts for. */
export function CustomerAnswer({ answer, closing }: AnswerProps) {
  const say = useSay();
  const { came, done, paidPaise, counts } = answer;
  // Where nobody came by the closing itself, nothing is left to be looked at: the fee went back.
  const isSo = closing === "notVisited" || (came && done !== false);
  const what = !came ? "nobody" : done === null ? "came" : done ? "done" : "notDone";
  return (
    <div>
      <h2 className="mb-1">{say(counts ? "timeChange.answer" : "outcome.given.bareTitle")}</h2>
      <p>{say(`outcome.given.${what}`)}</p>
      {paidPaise !== null && <p>{say("outcome.given.paid", { amount: rupees(paidPaise) })}</p>}
      {!counts && <p className="text-sm text-soft">{say("outcome.given.bare")}</p>}
      {counts && !isSo && <p className="text-sm text-soft">{say("outcome.given.looksAt")}</p>}
    </div>
  );
}
