import { Answers } from "#app/parts/feedback/answers.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Section } from "#app/ui/detail/section.tsx";
import type { TicketDetail } from "#modules/tickets/index.ts";

/** The customer's answers and stars (R281, R284). */
export function FeedbackList({ request }: { request: TicketDetail }) {
  const say = useSay();
  const { feedback } = request;
  const stars = request.remarks.starRating;
  return (
    <Section
      title={say("common.feedbackList")}
      note={feedback ? say("request.feedbackMean", { rating: feedback.overAllRating }) : undefined}
    >
      {stars !== null && <p>{say("request.stars", { n: stars })}</p>}
      {feedback ? <Answers answers={feedback.answers} /> : <p className="text-soft">{say("request.noFeedback")}</p>}
    </Section>
  );
}
