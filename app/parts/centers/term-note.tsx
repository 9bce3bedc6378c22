import { ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { showDate } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";

type TermNoteProps = {
  /** The end of its trial or subscription; null while it is far away. */
  term: {
    of: "trial" | "subscription";
    endsAt: Date | string;
    over: boolean;
    annualPaise: number;
    balancePaise: number | null;
  } | null;
  /** Whether the center gets no requests for another reason. */
  disabled: boolean;
};

/** Tells a center when its trial or subscription ends or ended, what it loses, what it costs, and where to buy. */
export function TermNote({ term, disabled }: TermNoteProps) {
  const say = useSay();
  const locale = useLocale();
  if (!term) return null;
  const stage = term.over ? "over" : "soon";
  return (
    <div className="mb-5" data-term={stage}>
      <Note tone={term.over ? "bad" : "warm"}>
        <p className="font-semibold">
          {say(`notice.${term.of}.${stage}`, { date: showDate(new Date(term.endsAt), locale) })}
        </p>
        <p>{say(disabled ? "center.term.disabled" : `notice.termHint.${stage}`)}</p>
        <p>
          {term.balancePaise === null
            ? say("notice.termCosts", { amount: rupees(term.annualPaise) })
            : say("notice.termBalance", { amount: rupees(term.balancePaise) })}
        </p>
        <p className="mt-3">
          <ButtonLink tone={disabled ? "quiet" : "main"} to="/payments">
            {say(term.balancePaise === null ? "center.term.buy" : "common.payments")}
          </ButtonLink>
        </p>
      </Note>
    </div>
  );
}
