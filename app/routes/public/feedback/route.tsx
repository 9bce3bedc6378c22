import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { raterOf, signedInCenter } from "#app/http/session/asker.server.ts";
import { keepPrivate } from "#app/parts/login/private-link.server.ts";
import { privateMeta } from "#app/parts/login/private-link.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { ScaleField } from "#app/ui/form/scale-field.tsx";
import { UnknownLink } from "#app/ui/shell/unknown-link.tsx";
import { missing } from "#modules/kernel/errors.ts";
import { lenient, text } from "#modules/kernel/validation.ts";
import { checkFeedbackLink, submitFeedback } from "#modules/tickets/index.ts";
import { feedbackQuestions, rideQuestions } from "#modules/tickets/shared.ts";
import { FeedbackForm, questionFields } from "./form.ts";

export const handle = { public: true, title: "feedback.title" } satisfies Handle;
export const meta = privateMeta;

const Link = z.object({ token: lenient(text(200)), thanks: lenient(text(1)) });

/** What a feedback link shows (R103–R105): the form, the given answers, or 'Invalid Feedback Link'. */
export const loader = publicPage({ limit: reads.page, query: Link }, async (_anyone, { token = "", thanks }, door) => {
  keepPrivate(door);
  const { state, ticketId, ride, answers, overAllRating } = await checkFeedbackLink(token);
  if (state === "invalid" || state === "expired") throw missing("feedback.invalid");
  return {
    token,
    number: ticketId ?? "",
    ride: ride ?? false,
    used: state === "used",
    justSent: thanks !== undefined,
    answers: answers?.map(({ answer }) => answer) ?? [],
    overAllRating: overAllRating ?? null,
  };
});

export const action = publicActions({
  submit: {
    limit: formLimit,
    input: FeedbackForm,
    once: "in its transaction",
    run: async (anyone, { token, ...form }, door) =>
      submitFeedback(await raterOf(anyone, door), {
        token,
        signedIn: await signedInCenter(door),
        answers: questionFields.map((field) => ({ question: undefined, answer: form[field] })),
      }),
    to: ({ token }) => `/feedback/${token}?thanks=1`,
  },
});

export default function FeedbackPage() {
  const view = useLoaderData<typeof loader>();
  return <div className="max-w-2xl">{view.used ? <SubmittedFeedback {...view} /> : <Questions {...view} />}</div>;
}

function Questions({ token, number, ride }: { token: string; number: string; ride: boolean }) {
  const say = useSay();
  const questions = ride ? rideQuestions : feedbackQuestions;
  return (
    <>
      <h1 className="mb-2">{say("feedback.title")}</h1>
      <p className="mb-1 text-sm font-semibold text-soft">
        {say(ride ? "feedback.ride.title" : "tracking.titleOf", { number })}
      </p>
      <p className="mb-6 text-soft">{say("feedback.intro")}</p>
      <ErrorSummary />
      <Form
        schema={FeedbackForm}
        intent="submit"
        data-enhance="typed-input answers once"
        data-typed={`feedback:${number}`}
        data-loading={say("feedback.loading")}
        className="grid gap-5"
      >
        <input type="hidden" name="token" value={token} />
        {questionFields.map((field, at) => (
          <div key={field} className="card">
            <ScaleField
              name={field}
              label={`${at + 1}. ${say(questions[at]!)}`}
              ends={[say("feedback.worst"), say("feedback.best")]}
            />
          </div>
        ))}
        <div>
          <Button wide className="sm:w-auto sm:min-w-56" aria-describedby="why">
            {say("common.submit")}
          </Button>
          <p id="why" data-why="" hidden className="mt-2 text-sm text-soft">
            {say("feedback.incomplete")}
            <span data-done={say("feedback.count", { done: "{done}" })} className="block" />
          </p>
        </div>
      </Form>
    </>
  );
}

type Answered = { number: string; ride: boolean; justSent: boolean; answers: number[]; overAllRating: number | null };

/** Thanks, or the already-submitted state (R105), with the given answers (Q48). */
function SubmittedFeedback({ number, ride, justSent, answers, overAllRating }: Answered) {
  const say = useSay();
  const questions = ride ? rideQuestions : feedbackQuestions;
  const title = say(ride ? "feedback.ride.title" : "tracking.titleOf", { number });
  const thanks = say(ride ? "feedback.ride.thanksHint" : "feedback.thanksHint");
  return (
    <div data-enhance="typed-input" data-typed={`feedback:${number}`}>
      <p className="mb-4 flex size-14 items-center justify-center rounded-full bg-green-50 text-2xl text-green-700">
        <Icon name="circle-check" className="block" />
      </p>
      <h1 className="mb-2">{say(justSent ? "feedback.thanks" : "feedback.used")}</h1>
      <p className="mb-6 text-soft">{justSent ? thanks : title}</p>
      {answers.length > 0 && (
        <section className="card mb-6">
          <h2 className="mb-3">{say("feedback.yourAnswers")}</h2>
          <ol className="divide-y divide-line">
            {answers.map((answer, at) => (
              <li key={questions[at]} className="flex items-baseline justify-between gap-4 py-2.5">
                <span>{say(questions[at]!)}</span>
                <span className="font-semibold whitespace-nowrap tabular-nums">
                  {say("feedback.answer", { answer })}
                </span>
              </li>
            ))}
          </ol>
          {overAllRating !== null && (
            <p className="mt-3 font-semibold">{say("feedback.average", { rating: overAllRating })}</p>
          )}
        </section>
      )}
      <ButtonLink to="/booking" tone="quiet" reload>
        {say("common.bookAService")}
      </ButtonLink>
    </div>
  );
}

/** R104: invalid and expired links show the same text. */
export const ErrorBoundary = () => <UnknownLink title="feedback.invalid" hint="feedback.invalidHint" />;
