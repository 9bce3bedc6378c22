import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { FilterBar } from "#app/ui/desk/filter-bar.tsx";
import { Filter, SelectFilter, useListAddress } from "#app/ui/desk/filters.tsx";
import { SmallTable } from "#app/ui/detail/small-table.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { Paging } from "#app/ui/list/paging.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { deliveryStates } from "#modules/notifications/shared.ts";
import { logActions } from "./actions.server.ts";
import { DeliveryDialog, eventWord, State, useAnswerWord } from "./delivery-dialog.tsx";
import { LogQuery, logView } from "./view.server.ts";

export const handle = { title: "common.deliveries", fills: true } satisfies Handle;

export const loader = adminPage({ can: "any admin", query: LogQuery }, logView);
export const action = logActions;

type View = ReturnType<typeof useLoaderData<typeof loader>>;

/** What was sent to a client's webhooks, what became of it, and how it is sent again. */
export default function WebhookLog() {
  const view = useLoaderData<typeof loader>();
  const { client, own, rows, pages, state, chosen, mayKeep, webhooks, here } = view;
  const say = useSay();
  const to = useListAddress();
  const title = own ? say("common.deliveries") : say("webhook.logTitleOf", { name: client.clientName });
  return (
    <>
      <DeskTop title={title}>
        <Link className="d-btn" to={webhooks}>
          {say("webhook.back")}
        </Link>
        {mayKeep && chosen && chosen.givenUp > 0 && (chosen.state === "active" || chosen.state === "failing") && (
          <Link className="d-btn" to={to({ act: "replayAll" })} preventScrollReset>
            {say("webhook.replayAll")}
          </Link>
        )}
      </DeskTop>
      <Filters view={view} />
      <div className="desk-page">
        {rows.length === 0 ? (
          <p className="card">
            {say(state || chosen ? "webhook.logNoneFound" : "webhook.logNone")}{" "}
            {(state || chosen) && (
              <Link className="d-link" to={here}>
                {say("webhook.all")}
              </Link>
            )}
          </p>
        ) : (
          <Deliveries view={view} title={title} />
        )}
        <Paging {...pages} />
        <p className="mt-4 text-soft">{say("webhook.logHint")}</p>
      </div>
      {view.delivery && <DeliveryDialog delivery={view.delivery} mayReplay={mayReplay(view)} closeTo={to({})} />}
      {view.replayingAll && chosen && (
        <AddressDialog title={say("webhook.replayAll")} closeTo={to({})}>
          <div className="wrap-anywhere">
            <ConfirmForm
              intent="replayAll"
              fields={{ endpointId: chosen.id }}
              question={say("webhook.replayAllQuestion", {
                url: chosen.url,
                n: figure(chosen.givenUp),
              })}
              hint={say("webhook.replayHint")}
              act={say("webhook.replayAll")}
              harmless
              closeTo={to({})}
            />
          </div>
        </AddressDialog>
      )}
    </>
  );
}

/** Only what is over is sent again, and only where its webhook is on. */
const mayReplay = ({ mayKeep, delivery, endpoints }: View) =>
  mayKeep && delivery?.state !== "waiting" && endpoints.some(({ id, on }) => on && id === delivery?.endpointId);

function Filters({ view: { state, chosen, endpoints } }: { view: View }) {
  const say = useSay();
  const byEndpoint = say("common.address");
  return (
    <FilterBar filters>
      <SelectFilter
        label={say("common.condition")}
        name="state"
        value={state}
        options={deliveryStates.map((each) => ({ value: each, label: say(`webhook.delivery.${each}`) }))}
        none={say("requests.any")}
      />
      <Filter label={byEndpoint} value={chosen ? new URL(chosen.url).host : undefined} names={["endpoint"]}>
        <label>
          {byEndpoint}
          <select name="endpoint" defaultValue={chosen?.id ?? ""}>
            <option value="">{say("requests.any")}</option>
            {endpoints.map(({ id, url }) => (
              <option key={id} value={id}>
                {url}
              </option>
            ))}
          </select>
        </label>
      </Filter>
    </FilterBar>
  );
}

function Deliveries({ view: { rows, endpoints }, title }: { view: View; title: string }) {
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const answer = useAnswerWord();
  const moment = (when: Date | null) => (when ? showDateTime(when, locale) : "–");
  const hosts = new Map(endpoints.map(({ id, url }) => [id, new URL(url).host]));
  const several = endpoints.length > 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={title}>
      <SmallTable
        className="d-table d-rows d-cards"
        caption={title}
        heads={[
          say("webhook.column.happened"),
          say("webhook.column.event"),
          say("common.request"),
          ...(several ? [say("common.address")] : []),
          say("common.condition"),
          say("common.tries"),
          say("common.answer"),
          say("webhook.column.next"),
          say("list.actions"),
        ]}
        rows={rows.map((row) => {
          const event = eventWord(row.event, say);
          const happened = moment(row.createdAt);
          return {
            key: row.id,
            cells: [
              happened,
              event,
              row.request ?? "–",
              ...(several ? [hosts.get(row.endpointId) ?? "–"] : []),
              <State key="state" state={row.state} />,
              figure(row.attempts),
              answer(row) ?? "–",
              moment(row.nextAt),
              <Link
                key="look"
                className="d-btn"
                to={to({ act: "look", of: row.id })}
                preventScrollReset
                aria-label={say("webhook.lookOf", { event, at: happened })}
              >
                {say("common.details")}
              </Link>,
            ],
          };
        })}
      />
    </section>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
