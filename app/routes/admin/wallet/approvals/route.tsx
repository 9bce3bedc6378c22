import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { Numbered } from "#app/parts/lists/desk-list.tsx";
import { FileLinks } from "#app/parts/lists/file-links.tsx";
import { ListFoot, ListRows, NoRows } from "#app/parts/lists/list-rows.tsx";
import { NewsChip } from "#app/parts/lists/news-chip.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import { RefreshButton } from "#app/ui/desk/refresh-button.tsx";
import { cellText, type Looks } from "#app/ui/list/columns.tsx";
import { countInWords } from "#app/ui/list/counts.ts";
import { ListFrame } from "#app/ui/list/list-frame.tsx";
import { CardName, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDayTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { approvalsAction } from "./actions.server.ts";
import { ApprovalDialog } from "./dialogs.tsx";
import { ApprovalFilters } from "./filters.tsx";
import { HeldFees } from "./held-fees.tsx";
import { type ApprovalRow, ApprovalsQuery, type ApprovalsView, approvalsPage } from "./view.server.ts";
import { type approvalActs, stateTones } from "./words.ts";

export const handle = { title: "adjust.title", fills: true } satisfies Handle;

export const loader = adminPage({ can: "adjust_wallet", query: ApprovalsQuery }, approvalsPage);
export const action = approvalsAction;

/** What waits for the decision of an admin: refunds and penalties with the objections to them, and held booking fees. */
export default function WalletApprovals() {
  const { held, approvals } = useLoaderData<typeof loader>();
  return held ? <HeldFees view={held} /> : approvals && <Adjustments view={approvals} />;
}

/** The refunds and penalties that wait for a second admin, the objections to penalties, and what became of them. */
function Adjustments({ view }: { view: ApprovalsView }) {
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const { filter } = view;
  const total = countInWords(view.count, say);
  // The request a row is about, as a link for those who may open it.
  const numbered = ({ cells, request }: ApprovalRow) => (
    <Numbered
      number={cellText(cells.number)}
      {...(view.mayOpen && request && { to: `/view-ticket?ticketId=${request}` })}
    />
  );
  const looks: Looks<ApprovalRow> = {
    number: { look: "id", onCard: true, show: numbered },
    created: {
      look: "soft",
      show: ({ cells }) => (cells.created instanceof Date ? showDayTime(cells.created, locale) : "-"),
    },
    state: { onCard: true, show: (row) => <StateChip row={row} /> },
    remarks: { look: "soft" },
    author: { look: "soft" },
  };
  return (
    <ListFrame
      title={say("adjust.title")}
      count={{ text: total, label: say("adjust.count", { n: total }) }}
      views={view.views.map(({ name, count }) => ({
        to: to({ view: name === "toDecide" ? null : name }),
        label: say(`adjust.view.${name}`),
        count: countInWords(count, say),
        current: view.view === name,
      }))}
      filters={
        <ApprovalFilters filter={filter}>
          <NewsChip list="adjustments" seen={view.seen} />
          <RefreshButton />
          {view.mayTakeFile && <FileLinks list="adjustments" />}
        </ApprovalFilters>
      }
      foot={<ListFoot view={view} />}
      dialogs={view.dialog && <ApprovalDialog dialog={view.dialog} closeTo={to({})} mayOpen={view.mayOpen} />}
    >
      <ListRows<ApprovalRow>
        view={view}
        looks={looks}
        compact={view.compact}
        did={view.did}
        nameOf={({ cells }) => cellText(cells.number)}
        open={({ id }) => to({ act: "see", of: id })}
        acts={(row) => <Acts row={row} />}
        card={(row) => <Card row={row} />}
        none={
          Object.values(filter).some(Boolean) ? (
            <NoRows
              words={say("list.emptyFiltered")}
              way={{ to: to({ kind: null, from: null, to: null }), label: say("list.clear") }}
            />
          ) : (
            <NoRows words={say(view.view === "all" ? "adjust.emptyAll" : "adjust.empty")} />
          )
        }
      />
    </ListFrame>
  );

  function Card({ row }: { row: ApprovalRow }) {
    const { cells } = row;
    return (
      <>
        <CardName>{cellText(cells.center)}</CardName>
        <CardSum>
          {rupees(Number(cells.amount))}
          <small>{cellText(cells.kind)}</small>
        </CardSum>
        <CardText>{cellText(cells.remarks)}</CardText>
      </>
    );
  }
}

function StateChip({ row }: { row: ApprovalRow }) {
  return <Chip tone={stateTones[row.state]}>{cellText(row.cells.state)}</Chip>;
}

/** What this admin may decide about a row: the most likely as a button, the rest in a menu; its details otherwise. */
function Acts({ row }: { row: ApprovalRow }) {
  const say = useSay();
  const to = useListAddress();
  const { may, id } = row;
  const actAddress = (act: (typeof approvalActs)[number]) => to({ act, of: id });
  const next = may.approve ? "approve" : may.withdraw ? "withdraw" : may.settle ? "settle" : "see";
  return (
    <span className="inline-flex items-center justify-end">
      <Link className={`d-btn${next === "see" ? "" : " d-next"}`} to={actAddress(next)} preventScrollReset>
        {say(`adjust.act.${next}`)}
      </Link>
      {next !== "see" && (
        <Popover
          kind="menu"
          at="end"
          label={say("desk.moreFor", { what: cellText(row.cells.number) })}
          className="d-btn d-btn-icon"
          summary={<Icon name="ellipsis" />}
        >
          {may.approve && (
            <Link to={actAddress("refuse")} preventScrollReset>
              {say("common.refuse")}
            </Link>
          )}
          <Link to={actAddress("see")} preventScrollReset>
            {say("adjust.act.see")}
          </Link>
        </Popover>
      )}
    </span>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
