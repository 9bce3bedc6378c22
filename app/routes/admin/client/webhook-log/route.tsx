import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { NoRows } from "#app/parts/lists/list-rows.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { cellText } from "#app/ui/list/columns.tsx";
import { FilterBar } from "#app/ui/list/filter-bar.tsx";
import { Filter, SelectFilter } from "#app/ui/list/filters.tsx";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { Paging } from "#app/ui/list/paging.tsx";
import { CardName, CardText } from "#app/ui/list/row-card.tsx";
import { Table } from "#app/ui/list/table.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { deliveryStates } from "#modules/notifications/shared.ts";
import { logActions } from "./actions.server.ts";
import { DeliveryDialog, State } from "./delivery-dialog.tsx";
import { type ListedDelivery, LogQuery, logView } from "./view.server.ts";

export const handle = { title: "common.deliveries", fills: true } satisfies Handle;

export const loader = adminPage({ can: "any admin", query: LogQuery }, logView);
export const action = logActions;

type View = ReturnType<typeof useLoaderData<typeof loader>>;

/** What was sent to a client's webhooks, what became of it, and how it is sent again. */
export default function WebhookLog() {
  const view = useLoaderData<typeof loader>();
  const { client, own, rows, columns, pages, state, chosen, mayKeep, webhooks, here } = view;
  const say = useSay();
  const to = useListAddress();
  const locale = useLocale();
  const narrowed = Boolean(state || chosen);
  const look = ({ id }: ListedDelivery) => to({ act: "look", of: id });
  const happened = ({ cells }: ListedDelivery) =>
    cells.happened instanceof Date ? showDateTime(cells.happened, locale) : "";
  const title = own ? say("common.deliveries") : say("webhook.logTitleOf", { name: client.clientName });
  return (
    <ListFrame
      title={title}
      actions={
        <>
          <Link className="d-btn" to={webhooks}>
            {say("webhook.back")}
          </Link>
          {mayKeep && chosen && chosen.givenUp > 0 && (chosen.state === "active" || chosen.state === "failing") && (
            <Link className="d-btn" to={to({ act: "replayAll" })} preventScrollReset>
              {say("webhook.replayAll")}
            </Link>
          )}
        </>
      }
      filters={<Filters view={view} />}
      dialogs={
        <>
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
      }
    >
      <Table<ListedDelivery>
        caption={title}
        table={{ columns, rows }}
        looks={{
          happened: { look: "soft" },
          state: { show: (row) => <State state={row.state} /> },
          next: { look: "soft" },
        }}
        open={look}
        acts={(row) => (
          <Link
            className="d-btn"
            to={look(row)}
            preventScrollReset
            aria-label={say("webhook.lookOf", { event: cellText(row.cells.event), at: happened(row) })}
          >
            {say("common.details")}
          </Link>
        )}
        none={
          <NoRows
            words={say(narrowed ? "webhook.logNoneFound" : "webhook.logNone")}
            {...(narrowed && { way: { to: here, label: say("webhook.all") } })}
          />
        }
        dense={{
          nameOf: happened,
          card: (row) => (
            <>
              <CardName>{cellText(row.cells.event)}</CardName>
              <State state={row.state} />
              <CardText>{[happened(row), row.cells.request].map(cellText).filter(Boolean).join(" · ")}</CardText>
            </>
          ),
          below: (
            <div className="px-4 pb-4">
              <Paging {...pages} />
              <p className="mt-4 text-soft">{say("webhook.logHint")}</p>
            </div>
          ),
        }}
      />
    </ListFrame>
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

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
