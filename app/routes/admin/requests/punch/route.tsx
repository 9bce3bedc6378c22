import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions, adminPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { Button } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, SelectField, TextField, VersionField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { NotNow } from "#app/ui/form/not-now.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { missing } from "#modules/kernel/errors.ts";
import { lenient, publicId } from "#modules/kernel/validation.ts";
import { may, requestDetail, reviewPunch } from "#modules/tickets/index.ts";
import { punchStatuses, ReviewPunch } from "#modules/tickets/shared.ts";
import { OnsitePictures } from "../view/pictures.tsx";

export const handle = { title: "punch.title", fills: true, failures: { review: "punch.failed" } } satisfies Handle;

/** Q114: the request in the address, so that a reload shows the same pictures. */
export const loader = adminPage(
  { can: "any admin", query: z.object({ ticketId: lenient(publicId) }) },
  async (admin, { ticketId }) => {
    if (!ticketId) throw missing("request.invalid");
    const { request } = await requestDetail(admin, ticketId);
    return { request, edits: may(admin, "editRequests") };
  },
);
export const action = adminActions({
  review: {
    fresh: none("Decides about a punch, for no money"),
    can: "edit_ticket.full_access",
    limit: formLimit,
    input: ReviewPunch,
    run: reviewPunch,
    once: "in its transaction",
    say: "punch.saved",
  },
});

/** Ticket document: the on-site pictures and the punch review (R298–R304, Q24, Q25, Q113). */
export default function TicketDocument() {
  const { request, edits } = useLoaderData<typeof loader>();
  const say = useSay();
  const back = `/view-ticket?ticketId=${request.id}`;
  return (
    <>
      <DeskTop title={say("punch.title")} />
      <PageBody>
        <p className="mb-2">
          <Link className="d-btn" to={back} data-enhance="back">
            <Icon name="chevron-left" />
            {say("common.goBack")}
          </Link>{" "}
          <b className="ml-2">{request.number}</b>
        </p>
        <OnsitePictures request={request} />
        {request.may.punch ? (
          <Review />
        ) : edits ? (
          <NotNow reason={say("punch.over")} words={["serialNumber", "remarks"]} />
        ) : (
          <p className="text-soft">{say("punch.looksOnly")}</p>
        )}
      </PageBody>
    </>
  );
}

function Review() {
  const { request } = useLoaderData<typeof loader>();
  const say = useSay();
  const now = punchStatuses.find((status) => status === request.status);
  return (
    <section className="max-w-xl min-w-0 py-3.5" data-section="">
      <h2 className="mb-3">{say("punch.review")}</h2>
      <Form
        schema={ReviewPunch}
        intent="review"
        preventScrollReset
        guarded
        className="group/review grid gap-4 [&_.input]:max-w-128"
      >
        <ErrorSummary intent="review" />
        <input type="hidden" name="ticketId" value={request.id} />
        <VersionField value={request.version} />
        <TextField
          name="serialNumber"
          label={say("ticketAct.serialNumber")}
          value={request.punchSerialNumber ?? ""}
          maxLength={60}
          autoComplete="off"
          required
        />
        <SelectField
          name="status"
          label={say("common.ticketStatus")}
          value={now ?? ""}
          required
          options={punchStatuses.map((value) => ({ value, label: say(`punch.option.${value}`) }))}
        />
        <AreaField
          name="remarks"
          label={say("common.remarks")}
          value={request.remarks.adminRemarks ?? ""}
          required
          maxLength={500}
          className="not-has-[.wrong]:group-not-has-[[name=status]_:is([value=ON\_HOLD],[value=REJECT]):checked]/review:hidden"
        />
        <div>
          <Button>{say("common.save")}</Button>
        </div>
      </Form>
    </section>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
