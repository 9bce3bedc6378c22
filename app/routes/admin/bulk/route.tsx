import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminPage } from "#app/http/doors/page.server.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { progressLook } from "#app/ui/feedback/progress.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { LiveHint, LiveNews } from "#app/ui/shell/live.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { type BulkAct, type BulkState, bulkAct, bulkActs } from "#modules/kernel/lists/bulk-result.server.ts";
import { id } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { bulkActions } from "./actions.server.ts";
import { bulkFields } from "./fields.tsx";

export const handle = { title: "bulk.title", fills: true } satisfies Handle;

export const loader = adminPage({ can: "any admin", query: z.object({ id }) }, async (admin, query) => ({
  act: await bulkAct(admin, query),
  others: (await bulkActs(admin)).filter((other) => other.id !== query.id),
}));
export const action = bulkActions;

const tones: Record<BulkState, ChipTone> = {
  asked: "plain",
  running: "warm",
  done: "good",
  cancelled: "plain",
  refused: "bad",
};

/** How an act stands: one that is over is only finished well when something was done, and wholly when all of it was. */
function endOf({ state, outcomes: { done, skipped, failed } }: BulkAct): { tone: ChipTone; words: MessageKey } {
  if (state === "done" && done === 0) return { tone: "bad", words: "bulk.endedWithout" };
  if (state === "done" && skipped + failed > 0) return { tone: "warm", words: "bulk.endedInPart" };
  return { tone: tones[state], words: `bulk.state.${state}` };
}

/** A bulk act: its confirmation, then its progress, then its results. */
export default function Bulk() {
  const { act, others } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <>
      <DeskTop
        title={say(act.label)}
        count={{ text: figure(act.total), label: say("common.nRows", { n: act.total }) }}
      />
      <PageBody>
        <div className="grid max-w-3xl gap-6 [&_.input]:max-w-128">
          <Link className="d-link justify-self-start" to={act.back}>
            {say("bulk.back")}
          </Link>
          {act.state === "asked" ? <Question act={act} /> : <Result act={act} />}
          {others.length > 0 && <Others others={others} />}
        </div>
      </PageBody>
    </>
  );
}

function Question({ act }: { act: BulkAct }) {
  const say = useSay();
  const Fields = bulkFields[act.verb];
  const rest = act.total - act.begins.length;
  return (
    <Form intent={act.verb} className="grid gap-4" guarded>
      <ErrorSummary intent={act.verb} />
      <input type="hidden" name="digest" value={act.digest} />
      <p className="font-semibold">{say(act.question, { n: figure(act.total) })}</p>
      <p className="text-soft">
        {act.begins.map((name, nth) => (
          <span key={name} className="inline-block">
            {name}
            {nth < act.begins.length - 1 && ","}&nbsp;
          </span>
        ))}{" "}
        {rest > 0 && say("bulk.andMore", { n: figure(rest) })}
      </p>
      {Fields && <Fields />}
      <div className="flex flex-wrap gap-3">
        <Button>{say(act.label)}</Button>
        <ButtonLink tone="quiet" to={act.back}>
          {say("bulk.back")}
        </ButtonLink>
      </div>
    </Form>
  );
}

const bulkCell = "h-8.5 border-b border-hair py-1 pr-3 text-left align-baseline";
const bulkHead = `${bulkCell} text-12 font-semibold text-soft`;

function Result({ act }: { act: BulkAct }) {
  const say = useSay();
  const locale = useLocale();
  const { done, skipped, failed } = act.outcomes;
  const over = done + skipped + failed;
  const troubled = skipped + failed;
  const { tone, words } = endOf(act);
  return (
    <>
      <section className="grid gap-3" aria-label={say("common.progress")}>
        <ErrorSummary />
        <p role="status" className="flex flex-wrap items-center gap-3">
          <Chip tone={tone} strong>
            {say(words)}
          </Chip>
          <span>{say("bulk.worked", { n: figure(over), total: figure(act.total) })}</span>
          {act.startedAt && <span className="text-soft">{showDateTime(act.startedAt, locale)}</span>}
        </p>
        <progress className={progressLook} value={over} max={act.total} aria-label={say("common.progress")} />
        <dl className="flex flex-wrap gap-6" data-counts>
          {(["done", "skipped", "failed"] as const).map((outcome) => (
            <div key={outcome}>
              <dt className="text-12 text-soft">{say(`bulk.${outcome}`)}</dt>
              <dd className="text-[1.5rem]/8 font-semibold tabular-nums">{figure(act.outcomes[outcome])}</dd>
            </div>
          ))}
        </dl>
        {act.state === "refused" && <p className="note">{say("bulk.refusedWhy")}</p>}
        {act.state === "running" && <Running />}
      </section>
      {troubled > 0 && (
        <section className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2>{say("bulk.notDone", { n: figure(troubled) })}</h2>
            <a className="d-btn" href={`/bulk/${act.id}/not-done`}>
              <Icon name="download" />
              {say("desk.exportAs", { format: "CSV" })}
            </a>
          </div>
          <table className="w-full border-collapse">
            <caption className="sr-only">{say("bulk.notDone", { n: figure(troubled) })}</caption>
            <thead>
              <tr>
                <th scope="col" className={bulkHead}>
                  {say("common.row")}
                </th>
                <th scope="col" className={bulkHead}>
                  {say("bulk.outcome")}
                </th>
                <th scope="col" className={bulkHead}>
                  {say("common.reason")}
                </th>
              </tr>
            </thead>
            <tbody>
              {act.troubles.map(({ key, name, outcome, reason, params }) => (
                <tr key={key}>
                  <td className={`${bulkCell} whitespace-nowrap tabular-nums`}>
                    {act.rowsAre === "requests" ? (
                      <Link className="d-link" to={`/view-ticket?ticketId=${key}`}>
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                  </td>
                  <td className={bulkCell}>
                    <Chip tone={outcome === "failed" ? "bad" : "plain"} className="whitespace-nowrap">
                      {say(`bulk.${outcome}`)}
                    </Chip>
                  </td>
                  <td className={bulkCell}>{say(reason, params)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {troubled > act.troubles.length && (
            <p className="text-soft">{say("bulk.firstOnly", { n: act.troubles.length })}</p>
          )}
        </section>
      )}
    </>
  );
}

/** Refreshes the page while the act runs. */
function Running() {
  const say = useSay();
  return (
    <LiveNews path="/live/desk">
      <p className="text-soft">{say("bulk.goOn")}</p>
      <LiveHint />
      <Form intent="cancel">
        <button type="submit" className="d-btn">
          {say("common.stop")}
        </button>
      </Form>
    </LiveNews>
  );
}

type OtherActs = ReturnType<typeof useLoaderData<typeof loader>>["others"];

function Others({ others }: { others: OtherActs }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <section className="grid gap-2">
      <h2>{say("bulk.others")}</h2>
      <ul className="grid gap-2">
        {others.map(({ id: other, label, state, total, startedAt }) => (
          <li key={other} className="flex flex-wrap items-center gap-3">
            <Link className="d-link" to={`/bulk/${other}`}>
              {say(label)} · {figure(total)}
            </Link>
            <Chip tone={tones[state]}>{say(`bulk.state.${state}`)}</Chip>
            {startedAt && <span className="text-soft">{showDateTime(startedAt, locale)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
