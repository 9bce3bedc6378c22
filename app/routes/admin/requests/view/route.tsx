import { useLoaderData, useLocation } from "@remix-run/react";
import { adminActions, adminPage } from "#app/http/doors/page.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { NeedPictures } from "#app/parts/tickets/pictures-field.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { DetailColumns } from "#app/ui/desk/detail-page.tsx";
import { Section, SectionPair } from "#app/ui/detail/section.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { actIntents } from "../acts/actions.server.ts";
import { RequestDialog } from "../acts/request-dialog.tsx";
import { CenterRemarksForm } from "../acts/words-forms.tsx";
import { adjustIntents } from "../adjust/adjust.server.ts";
import { AdjustDialog } from "../adjust/adjust-dialog.tsx";
import { BroadcastList, Reasons } from "./centers.tsx";
import { AssignedFacts, ClosureFacts, CustomerFacts, RequestFacts, RevisitFacts, TimeFacts } from "./facts.tsx";
import { FeedbackList } from "./feedback-list.tsx";
import { RequestHead } from "./head.tsx";
import { NewsBar } from "./news-bar.tsx";
import { OnsitePictures } from "./pictures.tsx";
import { History, Money, TeamRemarks } from "./rail.tsx";
import { type RequestPage, RequestQuery, requestView } from "./view.server.ts";

export const handle = {
  title: "request.title",
  fills: true,
  failures: { broadcast: "ticket.requestBroadcastFailed", adjust: "adjust.failed" },
} satisfies Handle;

// Q10: any flag that leads to a list of requests opens one; the module decides.
export const loader = adminPage({ can: "any admin", query: RequestQuery }, requestView);
export const action = adminActions({ ...actIntents, ...adjustIntents });

/** View Request (R281): facts and acts first; on the right money, remarks and history. */
export default function ViewRequest() {
  const page = useLoaderData<typeof loader>();
  const { request, remarked } = page;
  const say = useSay();
  const here = useLocation();
  const closeTo = addressWith(here, { act: null, of: null, center: null });
  return (
    <>
      <RequestHead page={page} />
      <NewsBar ticketId={request.id} shown={page.history[0]?.id} />
      <DetailColumns
        label={request.number}
        asideLabel={say("request.aside")}
        aside={
          <>
            {page.money && <Money money={page.money} adjustments={page.adjustments} />}
            <TeamRemarks page={page} />
            <History lines={page.history} />
          </>
        }
      >
        <SectionPair>
          <RequestFacts page={page} />
          <CustomerFacts page={page} />
        </SectionPair>
        <SectionPair>
          <AssignedFacts page={page} />
          <ClosureFacts page={page} />
        </SectionPair>
        <SectionPair>
          <RevisitFacts page={page} />
          <TimeFacts page={page} />
        </SectionPair>
        {page.needPictures.length > 0 && (
          <Section title={say("book.photos.ofNeed")}>
            <NeedPictures pictures={page.needPictures} titled />
          </Section>
        )}
        <OnsitePictures request={request} />
        <FeedbackList request={request} />
        <BroadcastList page={page} />
        <Reasons page={page} />
      </DetailColumns>
      <RequestDialog dialog={page.dialog} closeTo={closeTo} />
      {page.adjusting && (
        <AdjustDialog
          dialog={page.adjusting}
          center={centerOf(page, page.adjusting.centerId)}
          number={request.number}
          closeTo={closeTo}
        />
      )}
      {remarked && (
        <AddressDialog title={say("acts.remarks")} closeTo={closeTo}>
          <CenterRemarksForm ticket={request} offer={remarked} closeTo={closeTo} />
        </AddressDialog>
      )}
    </>
  );
}

/** A center of the request by its name. */
function centerOf({ offers, request }: RequestPage, centerId: string) {
  const offer = offers.find((each) => each.centerId === centerId);
  return offer?.center ?? (request.center ? request.center.name : "");
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
