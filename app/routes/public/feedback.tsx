import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/page.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Form } from "#app/ui/form.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageProblemView } from "#app/ui/page-error.tsx";
import { useSay } from "#app/ui/say.tsx";
import { ScaleField } from "#app/ui/scale-field.tsx";
import { missing } from "#modules/kernel/errors.ts";
import { checkFeedbackLink, submitFeedback } from "#modules/tickets/index.ts";
import { feedbackQuestions } from "#modules/tickets/shared.ts";
import { FeedbackForm, questionFields } from "./feedback-form.ts";
import { keepPrivate } from "./private-link.server.ts";
import { privateMeta } from "./private-link.ts";

export const handle = { public: true, title: "feedback.title" } satisfies Handle;
export const meta = privateMeta;

const Link = z.object({ token: z.string().optional(), thanks: z.string().optional() });

/** What a feedback link opens (R103–R105): the form, what was answered, or 'Invalid Feedback Link'. */
export const loader = publicPage({ query: Link }, async (_anyone, { token = "", thanks }, door) => {
  keepPrivate(door);
  const { state, ticketId, answers, overAllRating } = await checkFeedbackLink(token);
  if (state === "invalid" || state === "expired") throw missing("feedback.invalid");
  return {
    token,
    number: ticketId ?? "",
    used: state === "used",
    justGiven: thanks !== undefined,
    given: answers?.map(({ answer }) => answer) ?? [],
    overAllRating: overAllRating ?? null,
  };
});

export const action = publicActions({
  submit: {
    input: FeedbackForm,
    once: "in its transaction",
    run: (anyone, { token, ...given }) =>
      submitFeedback(anyone, {
        token,
        answers: questionFields.map((field) => ({ question: undefined, answer: given[field] })),
      }),
    to: ({ token }) => `/feedback/${token}?thanks=1`,
  },
});

export default function FeedbackPage() {
  const view = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto max-w-2xl">
      {view.used ? <Given {...view} /> : <Questions token={view.token} number={view.number} />}
    </div>
  );
}

function Questions({ token, number }: { token: string; number: string }) {
  const say = useSay();
  return (
    <>
      <h1 className="mb-2">{say("feedback.title")}</h1>
      <p className="mb-1 text-sm font-semibold text-soft">{say("tracking.titleOf", { number })}</p>
      <p className="mb-6 text-soft">{say("feedback.intro")}</p>
      <ErrorSummary />
      <Form
        schema={FeedbackForm}
        intent="submit"
        data-enhance="draft answers once"
        data-draft={`feedback:${number}`}
        data-loading={say("feedback.loading")}
        className="grid gap-5"
      >
        <input type="hidden" name="token" value={token} />
        {questionFields.map((field, at) => (
          <div key={field} className="card">
            <ScaleField
              name={field}
              label={`${at + 1}. ${say(feedbackQuestions[at]!)}`}
              ends={[say("feedback.worst"), say("feedback.best")]}
            />
          </div>
        ))}
        <div>
          <Button wide className="sm:w-auto sm:min-w-56" aria-describedby="why">
            {say("feedback.submit")}
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

type Answered = { number: string; justGiven: boolean; given: number[]; overAllRating: number | null };

/** Thanks, or the already-submitted state (R105), with what was answered (Q48). */
function Given({ number, justGiven, given, overAllRating }: Answered) {
  const say = useSay();
  return (
    <div data-enhance="undraft" data-draft={`feedback:${number}`}>
      <p className="mb-4 flex size-14 items-center justify-center rounded-full bg-green-50 text-2xl text-green-700">
        <Icon name="circle-check" className="block" />
      </p>
      <h1 className="mb-2">{say(justGiven ? "feedback.thanks" : "feedback.used")}</h1>
      <p className="mb-6 text-soft">{justGiven ? say("feedback.thanksHint") : say("tracking.titleOf", { number })}</p>
      {given.length > 0 && (
        <section className="card mb-6">
          <h2 className="mb-3">{say("feedback.yourAnswers")}</h2>
          <ol className="divide-y divide-line">
            {given.map((answer, at) => (
              <li key={feedbackQuestions[at]} className="flex items-baseline justify-between gap-4 py-2.5">
                <span>{say(feedbackQuestions[at]!)}</span>
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
        {say("shell.book")}
      </ButtonLink>
    </div>
  );
}

/** R104: invalid and expired links read the same. */
export function ErrorBoundary() {
  const error = useRouteError();
  const say = useSay();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageProblemView />;
  return (
    <div className="mx-auto max-w-xl py-8 md:py-14">
      <h1 className="mb-4">{say("feedback.invalid")}</h1>
      <p className="mb-8 text-soft">{say("feedback.invalidHint")}</p>
      <ButtonLink to="/booking" tone="quiet" reload>
        {say("shell.book")}
      </ButtonLink>
    </div>
  );
}
