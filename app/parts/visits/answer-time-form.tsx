import { showVisit } from "#app/parts/tickets/words.ts";
import { Note } from "#app/ui/base/card.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { RadioCards } from "#app/ui/form/fields.tsx";
import { NotNow } from "#app/ui/form/not-now.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import type { TicketDetail } from "#modules/tickets/index.ts";
import { AnswerTimeChange, timeChangeAnswers } from "#modules/tickets/shared.ts";

/** Answers the customer who wants another time, as the center or in its name: by agreeing the visit moves, else the time stays. */
export function AnswerTimeForm({ ticket, closeTo }: { ticket: TicketDetail; closeTo: string }) {
  const say = useSay();
  const locale = useLocale();
  const { timeChange } = ticket;
  if (!timeChange) return <NotNow reason={say("timeChange.over")} words={["answer"]} />;
  const time = showVisit(timeChange.at, locale);
  return (
    <DialogForm
      schema={AnswerTimeChange}
      intent="answerTime"
      hidden={{ ticketId: ticket.id }}
      act={say("timeChange.send")}
      closeTo={closeTo}
    >
      <Note tone="warm">{say("timeChange.wants", { time, until: showDateTime(timeChange.until, locale) })}</Note>
      <RadioCards
        name="answer"
        label={say("timeChange.answer")}
        options={timeChangeAnswers.map((value) => ({ value, label: say(`timeChange.${value}`) }))}
      />
    </DialogForm>
  );
}
