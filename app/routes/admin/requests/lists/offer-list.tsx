import { DeskListScreen, Numbered } from "#app/parts/lists/desk-list.tsx";
import type { DeskView } from "#app/parts/lists/desk-view.server.ts";
import { ProposeForm } from "#app/parts/times/propose-form.tsx";
import { WantedTime } from "#app/parts/visits/wanted-time.tsx";
import { useAddress } from "#app/ui/base/address.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Elapsed } from "#app/ui/clock/elapsed.tsx";
import { StatusMark } from "#app/ui/desk/status-mark.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { NotNow } from "#app/ui/form/not-now.tsx";
import { cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { CardName, CardSum, CardText } from "#app/ui/list/row-card.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDayTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import type { OfferToAnswer, ProposalForm } from "#modules/tickets/index.ts";
import { pageOf } from "../acts/acts.ts";
import type { AlsoOfBroadcasts, AlsoOfNewTickets, OfferExtra } from "./other-desks.server.ts";

type Row = ListRow & OfferExtra;

const detailOf = ({ ticketId }: Row) => pageOf("view", ticketId)!;

/** R263, R264: green for an accepted or closed broadcast, cyan where the center paid for its onboarding kit. */
export const colourOf = ({ state, paidForKit }: Pick<Row, "state" | "paidForKit">) =>
  [(state === "ACCEPTED" || state === "CLOSED") && "row-good", paidForKit && "row-kit"].filter(Boolean).join(" ");

/** A list of broadcasts; below it, where there are any, the centers that may not accept broadcasts (R265). */
export function OfferList({ view }: { view: DeskView<OfferExtra, AlsoOfBroadcasts | AlsoOfNewTickets | object> }) {
  const say = useSay();
  const addressOf = useAddress();
  const serviceOf = useName();
  const locale = useLocale();
  const words = say("center.accept") + say("center.reject");
  const barred = view.also && "barred" in view.also ? view.also.barred : undefined;
  const answers = view.also !== null && "answering" in view.also;
  const looks: Looks<Row> = {
    number: {
      look: "id",
      onCard: true,
      show: (row) => (
        <>
          <Numbered number={row.number} to={detailOf(row)} />
          <WantedTime wanted={row.wanted} />
        </>
      ),
    },
    created: {
      look: "soft",
      show: ({ cells }) => (cells.created instanceof Date ? showDayTime(cells.created, locale) : "-"),
    },
    centerId: { look: "soft" },
    centerName: {
      show: ({ cells, paidForKit }) => (
        <span className="lines">
          {paidForKit && (
            <Icon
              name="circle-check"
              label={say("lists.kit")}
              className="inline-block mr-1.25 text-teal-800 [vertical-align:-3px]"
            />
          )}
          {cellText(cells.centerName)}
        </span>
      ),
    },
    qrStatus: { look: "soft" },
    centerPhone: { look: "soft" },
    phone: { look: "soft" },
    address: { look: "soft", cut: 30 },
    status: {
      onCard: true,
      show: ({ state, waitsSince, cells }) => (
        <>
          <OfferState state={state} word={cellText(cells.status)} />
          {waitsSince && (
            <Elapsed
              className="block text-12 leading-4 whitespace-normal text-soft min-[1366px]:whitespace-nowrap md:in-[.desk-compact]:hidden"
              what="waiting"
              since={waitsSince}
            />
          )}
        </>
      ),
    },
    service: { look: "soft", cut: 30 },
    pincode: { look: "soft" },
    origin: { look: "soft" },
  };
  return (
    <DeskListScreen<Row>
      view={view}
      looks={looks}
      nameOf={({ number }) => number}
      open={detailOf}
      rowClass={colourOf}
      card={(row) => (
        <>
          <CardName>{cellText(row.cells.centerName)}</CardName>
          <CardSum>{row.paidForKit && <Icon name="circle-check" label={say("lists.kit")} />}</CardSum>
          <CardText>
            {[row.cells.customer, serviceOf(cellText(row.cells.service)), addressOf(cellText(row.cells.address))]
              .filter(Boolean)
              .join(" · ")}
          </CardText>
        </>
      )}
      below={barred && barred.count > 0 && <Barred {...barred} />}
      {...(answers && { acts: (row: Row) => <Answers row={row} />, actsWidth: words.length > 16 ? 192 : 148 })}
    >
      {view.also && "answering" in view.also && <AnswerDialog answering={view.also.answering} />}
    </DeskListScreen>
  );
}

/** R137: Accept and Reject while the request waits for this center's answer. */
function Answers({ row }: { row: Row }) {
  const say = useSay();
  const to = useListAddress();
  if (!row.mayAnswer) return null;
  return (["accept", "reject"] as const).map((act) => (
    <Link
      key={act}
      className={`d-btn ${act === "accept" ? "d-next" : ""}`}
      to={to({ act, of: row.id })}
      preventScrollReset
      aria-label={say(`center.${act}.of`, { number: row.number })}
    >
      {say(`center.${act}`)}
    </Link>
  ));
}

function AnswerDialog({ answering }: AlsoOfNewTickets) {
  const say = useSay();
  const closeTo = useListAddress()({});
  if (!answering) return null;
  const { act, offer, times } = answering;
  return (
    <AddressDialog title={say(`center.${act}`)} closeTo={closeTo}>
      {offer && act === "propose" ? (
        times && <OtherTimes offer={offer} times={times} closeTo={closeTo} />
      ) : offer && act !== "propose" ? (
        <ConfirmForm
          intent={act}
          fields={{ broadcastId: offer.id }}
          question={say(`broadcast.ofCenter.${act}`, { number: offer.number, center: offer.center })}
          hint={say(`broadcast.ofCenter.${act}Hint`)}
          act={say(`center.${act}`)}
          harmless={act === "accept"}
          closeTo={closeTo}
        />
      ) : (
        <NotNow reason={say("broadcast.gone")} tone="bad" />
      )}
      {offer && act === "accept" && <OtherTimesLink offer={offer} />}
    </AddressDialog>
  );
}

/** From the acceptance to the times a center can propose in its place. */
function OtherTimesLink({ offer }: { offer: OfferToAnswer }) {
  const to = useListAddress();
  return (
    <Link className="link inline-flex min-h-9 items-center" to={to({ act: "propose", of: offer.id })}>
      {useSay()("center.propose")}
    </Link>
  );
}

type OtherTimesProps = { offer: OfferToAnswer; times: ProposalForm; closeTo: string };

/** What a center can propose for an offer, or what it proposed and the customer can still choose. */
function OtherTimes({ offer: { id, number, center }, times, closeTo }: OtherTimesProps) {
  const say = useSay();
  const locale = useLocale();
  const what = `${number}, ${center}`;
  if (!times.running) return <ProposeForm form={times} what={what} pricePaise={null} closeTo={closeTo} />;
  return (
    <ConfirmForm
      intent="withdrawTimes"
      fields={{ broadcastId: id }}
      question={`${what}: ${say("center.propose.waiting", { time: showDayTime(times.running, locale) })}`}
      act={say("center.propose.withdraw")}
      closeTo={closeTo}
    />
  );
}

/** The state of a broadcast, in the colours of the console. */
function OfferState({ state, word }: { state: Row["state"]; word: string }) {
  const look =
    state === "ACCEPTED" ? "assigned" : state === "CLOSED" ? "closed" : state === "REJECTED" ? "bad" : "pending";
  return <StatusMark look={state === "TAKEN" ? "off" : look}>{word}</StatusMark>;
}

function Barred({ centers, count }: AlsoOfBroadcasts["barred"]) {
  const say = useSay();
  return (
    <section
      className="sticky left-0 m-4 py-3 px-4 border border-red-100 border-l-3 border-l-red-700 rounded-md bg-red-50"
      aria-labelledby="desk-barred"
    >
      <h2 className="text-red-700" id="desk-barred">{`${say("lists.withoutBroadcasts")} (${figure(count)})`}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(280px,1fr))] gap-y-1 gap-x-4 mt-2 text-13">
        {centers.map(({ id, name, qrId, phone, city, pincode }) => (
          <li key={id}>
            {name}{" "}
            <small className="text-13 text-soft">{[qrId, phone, city, pincode].filter(Boolean).join(" · ")}</small>
          </li>
        ))}
        {count > centers.length && <li>{say("common.andNMore", { n: figure(count - centers.length) })}</li>}
      </ul>
    </section>
  );
}
