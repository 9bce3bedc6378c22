import { useLoaderData } from "@remix-run/react";
import { adminActions } from "#app/http/doors/page.server.ts";
import { Answers } from "#app/parts/feedback/answers.tsx";
import { type AlsoOfFeedback, type FeedbackExtra, feedbackDesk } from "#app/parts/feedback/feedback-desk.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { DeskListScreen, Numbered } from "#app/parts/lists/desk-list.tsx";
import { deskPage } from "#app/parts/lists/desk-view.server.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardNumber, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDayTime } from "#modules/kernel/clock.ts";

export const handle = { title: "common.feedbackList", fills: true } satisfies Handle;

export const loader = deskPage(feedbackDesk);
export const action = adminActions(listIntents(feedbackDesk));

type Row = ListRow & FeedbackExtra;

const requestOf = ({ ticketId }: Row) => `/view-ticket?ticketId=${ticketId}`;

/** What customers said of the work (R444). */
export default function FeedbackPage() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const addressOf = useAddress();
  const locale = useLocale();
  const to = useListAddress();
  const popupOf = ({ id }: Row) => to({ act: "view", of: id });
  const looks: Looks<Row> = {
    number: {
      look: "id",
      show: (row) => (row.maySee ? <Numbered number={row.number} to={requestOf(row)} /> : row.number),
    },
    center: {
      show: ({ cells, centerRating }) => <Rated name={cellText(cells.center)} rating={centerRating} />,
    },
    technician: {
      show: ({ cells, technicianRating }) => <Rated name={cellText(cells.technician)} rating={technicianRating} />,
    },
    address: { look: "soft", cut: 40 },
    feedback: {
      show: (row) => (
        <Link
          className="d-link"
          to={popupOf(row)}
          preventScrollReset
          aria-label={say("feedbackList.viewOf", { number: row.number })}
        >
          {say("feedbackList.view")}
        </Link>
      ),
    },
    rating: { show: ({ grade }) => (grade === null ? "-" : <Grade of={grade} />) },
    created: {
      look: "soft",
      show: ({ cells }) => (cells.created instanceof Date ? showDayTime(cells.created, locale) : "-"),
    },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      actsWidth={104}
      nameOf={({ number }) => number}
      open={popupOf}
      acts={(row) =>
        row.maySee && (
          <Link className="d-btn" to={requestOf(row)} aria-label={say("feedbackList.ticketOf", { number: row.number })}>
            {say("feedbackList.viewTicket")}
          </Link>
        )
      }
      card={(row) => (
        <>
          <CardNumber>
            <Link to={popupOf(row)} preventScrollReset>
              {row.number}
            </Link>
          </CardNumber>
          {row.grade !== null && <Grade of={row.grade} />}
          <CardName>{cellText(row.cells.center)}</CardName>
          <CardText>
            {[row.cells.technician, row.cells.customer, addressOf(cellText(row.cells.address))]
              .filter(Boolean)
              .join(" · ")}
          </CardText>
        </>
      )}
    >
      <Popup popup={view.also?.popup ?? null} />
    </DeskListScreen>
  );
}

/** A name, and beside it the mean of its feedback with the number of them. */
function Rated({ name, rating }: { name: string; rating: Row["centerRating"] }) {
  const say = useSay();
  return (
    <span className="lines">
      {name}{" "}
      {rating && (
        <small className="whitespace-nowrap text-soft">
          {say("feedbackList.mean", { mean: rating.mean.toFixed(1), n: rating.count })}
        </small>
      )}
    </span>
  );
}

function Grade({ of }: { of: number }) {
  return <Chip tone={of <= 4 ? "bad" : of < 8 ? "info" : "good"}>{of.toFixed(1)}</Chip>;
}

function Popup({ popup }: AlsoOfFeedback) {
  const say = useSay();
  const closeTo = useListAddress()({});
  if (!popup) return null;
  return (
    <AddressDialog title={say("feedbackList.feedback")} closeTo={closeTo}>
      {popup.answers === null ? (
        <Note tone="bad">{say("feedbackList.gone")}</Note>
      ) : popup.answers.length === 0 ? (
        <p>{say("request.noFeedback")}</p>
      ) : (
        <Answers answers={popup.answers} />
      )}
      <p className="mt-4">
        <CancelLink to={closeTo} word={say("common.close")} />
      </p>
    </AddressDialog>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
