import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { raterOf, workersIn } from "#app/http/session/asker.server.ts";
import { keepPrivate } from "#app/parts/login/private-link.server.ts";
import { privateMeta } from "#app/parts/login/private-link.ts";
import {
  ClosingSays,
  CustomerAnswer,
  NobodyCameForm,
  OutcomeForm,
  OutcomeLead,
  OutcomeYes,
} from "#app/parts/outcome/outcome-form.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { UnknownLink } from "#app/ui/shell/unknown-link.tsx";
import { missing } from "#modules/kernel/errors.ts";
import { lenient, text } from "#modules/kernel/validation.ts";
import { answerOutcomeByLink, outcomeOfLink } from "#modules/tickets/index.ts";
import { AnswerOutcomeByLink } from "#modules/tickets/shared.ts";

export const handle = { public: true, title: "outcome.title" } satisfies Handle;
export const meta = privateMeta;

const Link = z.object({ token: lenient(text(200)), thanks: lenient(text(1)) });

/**
 * What the link in a customer's message opens: the question, or the answer that was given. Opening it answers nothing,
 * because scanners of mail and messages open links, too.
 */
export const loader = publicPage({ limit: reads.page, query: Link }, async (_anyone, { token = "", thanks }, door) => {
  keepPrivate(door);
  const { number, outcome } = await outcomeOfLink(token);
  if (!outcome) throw missing("outcome.over");
  return { token, number, outcome, justSent: thanks !== undefined };
});

export const action = publicActions({
  outcome: {
    limit: formLimit,
    input: AnswerOutcomeByLink,
    once: "in its transaction",
    run: async (anyone, input, door) => {
      await answerOutcomeByLink(await raterOf(anyone, door), { ...input, ...(await workersIn(door)) });
      return { token: input.token };
    },
    to: ({ token }) => `/outcome/${token}?thanks=1`,
  },
});

export default function OutcomePage() {
  const { token, number, outcome, justSent } = useLoaderData<typeof loader>();
  const say = useSay();
  const { answer, open, asksDone, closing } = outcome;
  const isMissed = closing === "notVisited";
  return (
    <div className="max-w-md">
      <h1 className="mb-2">{say(justSent ? "outcome.thanks" : "outcome.title")}</h1>
      <p className="mb-1 text-sm font-semibold text-soft">{say("tracking.titleOf", { number })}</p>
      {open && <OutcomeLead outcome={outcome} />}
      <div className="mt-5 grid gap-5">
        <section className="card grid gap-4 empty:hidden">
          <ClosingSays outcome={outcome} />
          {answer && <CustomerAnswer answer={answer} closing={closing} />}
          {open && isMissed && (
            <>
              <ErrorSummary intent="outcome" />
              <NobodyCameForm named={{ token }} />
            </>
          )}
        </section>
        {open && !isMissed && (
          <>
            <ErrorSummary intent="outcome" />
            <section className="card">
              <OutcomeYes token={token} asksDone={asksDone} />
            </section>
            <section className="card">
              <h2 className="mb-3">{say("outcome.else")}</h2>
              <OutcomeForm named={{ token }} outcome={outcome} />
            </section>
            <p className="text-sm text-soft">{say("outcome.fee")}</p>
          </>
        )}
      </div>
    </div>
  );
}

/** An unknown link, and one whose time is over without an answer. */
export const ErrorBoundary = () => <UnknownLink title="outcome.noLink" hint="outcome.noLinkHint" />;
