import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { PaymentForm } from "#app/parts/tickets/payment-form.tsx";
import { paymentWord } from "#app/parts/tickets/words.ts";
import { AnswerTimeForm } from "#app/parts/visits/answer-time-form.tsx";
import { HandBackForm } from "#app/parts/visits/hand-back-form.tsx";
import { NobodyOpens } from "#app/parts/visits/nobody.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { Facts } from "#app/ui/detail/detail.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { SelectField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { NotNow } from "#app/ui/form/not-now.tsx";
import { rupees } from "#modules/kernel/money.ts";
import type { TicketDetail } from "#modules/tickets/index.ts";
import { AssignTechnician } from "#modules/tickets/shared.ts";
import { CloseForm, CompleteForm } from "./closing-forms.tsx";
import { RebookForm } from "./rebook-form.tsx";
import { RemarkForm } from "./remark-form.tsx";
import { StartForm } from "./start-form.tsx";
import { actLabel, mayAct } from "./ticket-acts.ts";
import { InvoiceLink } from "./ticket-detail.tsx";
import type { DialogView } from "./view.server.ts";

type Inside = { dialog: DialogView; ticket: TicketDetail; closeTo: string };

/** The dialog named in the address, over the list or over a request. */
export function TicketDialog({ dialog }: { dialog: DialogView }) {
  const say = useSay();
  const nameOf = useName();
  const here = useLocation();
  const closeTo = addressWith(here, { act: null, of: null });
  const { act, ticket } = dialog;
  if (act === "completed" || act === "closed") {
    return (
      <AddressDialog title={say(act === "completed" ? "job.completed" : "ticket.closed")} closeTo={closeTo}>
        {ticket && <Closed ticket={ticket} closeTo={closeTo} />}
      </AddressDialog>
    );
  }
  return (
    <AddressDialog title={actLabel(act, say)} closeTo={closeTo}>
      {!ticket ? (
        <div role="alert">
          <Note tone="bad">{say("job.fetchFailed")}</Note>
        </div>
      ) : (
        <>
          <p className="-mt-2 mb-4 text-soft">
            {[ticket.number, nameOf(ticket.service.name), ticket.name].join(" · ")}
          </p>
          {mayAct(ticket, act) ? (
            <Act dialog={dialog} ticket={ticket} closeTo={closeTo} />
          ) : (
            <NotNow
              reason={say(act === "delete" ? "ticket.notDeletable" : "center.act.notNow")}
              words={["text", "technicianRemarks", "requirement"]}
            />
          )}
        </>
      )}
    </AddressDialog>
  );
}

function Act({ dialog, ticket, closeTo }: Inside) {
  const say = useSay();
  switch (dialog.act) {
    case "assign":
    case "change":
      return <TechnicianForm dialog={dialog} ticket={ticket} closeTo={closeTo} />;
    case "complete":
      return <CompleteForm ticket={ticket} closeTo={closeTo} />;
    case "close":
      return <CloseForm ticket={ticket} closeTo={closeTo} />;
    case "recordPayment":
      return <PaymentForm ticket={ticket} closeTo={closeTo} />;
    case "remark":
      return <RemarkForm ticketId={ticket.id} closeTo={closeTo} />;
    case "rebook":
      return <RebookForm ticket={ticket} firstDay={dialog.firstDay} open={dialog.serviceOpen} closeTo={closeTo} />;
    case "onTheWay":
      return (
        <ConfirmForm
          intent="onTheWay"
          fields={{ ticketId: ticket.id }}
          question={say("center.onTheWay.confirm", {
            technician: ticket.technician ? ticket.technician.name : "",
            name: ticket.name,
          })}
          hint={say("center.onTheWay.hint")}
          act={say("center.onTheWay.send")}
          harmless
          closeTo={closeTo}
        />
      );
    case "sendLink":
      return (
        <ConfirmForm
          intent="sendLink"
          fields={{ ticketId: ticket.id }}
          question={say("center.sendLink.confirm", { technician: ticket.technician ? ticket.technician.name : "" })}
          hint={say("center.sendLink.hint")}
          act={say("visitLink.againSend")}
          harmless
          closeTo={closeTo}
        />
      );
    case "answerTime":
      return <AnswerTimeForm ticket={ticket} closeTo={closeTo} />;
    case "start":
      return <StartForm ticket={ticket} closeTo={closeTo} />;
    case "nobody":
      return <NobodyOpens ticketId={ticket.id} waiting={dialog.waiting} speaker="center" />;
    case "handBack":
      return <HandBackForm ticket={ticket} terms={dialog.handBack} closeTo={closeTo} />;
    case "delete":
      return (
        <ConfirmForm
          intent="delete"
          fields={{ ticketId: ticket.id }}
          question={say("center.delete.confirm", { number: ticket.number, name: ticket.name })}
          act={say("common.delete")}
          closeTo={closeTo}
        />
      );
    default:
      return null;
  }
}

/** Chooses the technician to assign (R175): the least busy first. */
function TechnicianForm({ dialog, ticket, closeTo }: Inside) {
  const say = useSay();
  const intent = dialog.act === "change" ? "change" : "assign";
  const now = ticket.technician || null;
  const choices = dialog.technicians.filter(({ id }) => id !== now?.id);
  if (choices.length === 0) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>{say(intent === "change" ? "center.assign.nobodyElse" : "center.assign.nobody")}</p>
        {dialog.mayAdd && (
          <ButtonLink to="/AddTechnician" icon="plus">
            {say("center.menu.addTechnician")}
          </ButtonLink>
        )}
      </div>
    );
  }
  return (
    <Form schema={AssignTechnician} intent={intent} prefix="dialog-" preventScrollReset className="grid gap-4">
      <ErrorSummary intent={intent} prefix="dialog-" />
      <input type="hidden" name="ticketId" value={ticket.id} />
      {now && <p>{say("center.assign.now", { name: now.name })}</p>}
      <SelectField
        name="technicianId"
        label={say("common.technician")}
        hint={say(intent === "change" ? "center.assign.changeHint" : "center.assign.hint")}
        required
        options={choices.map(({ id, name, pendingTicketCount: count, authorized }) => ({
          value: id,
          label: say(authorized ? "center.assign.option" : "center.assign.optionNot", { name, count }),
          disabled: !authorized,
        }))}
      />
      <div className="flex flex-wrap gap-3">
        <Button>{actLabel(intent, say)}</Button>
        <CancelLink to={closeTo} />
      </div>
    </Form>
  );
}

/** A request that was just closed: its price and its invoice. */
function Closed({ ticket, closeTo }: { ticket: TicketDetail; closeTo: string }) {
  const say = useSay();
  return (
    <>
      <Facts
        facts={[
          { label: say("common.request"), value: ticket.number },
          {
            label: say("center.complete.price"),
            value: ticket.closingPricePaise === null ? null : rupees(ticket.closingPricePaise),
          },
          { label: say("common.paymentMethod"), value: paymentWord(ticket, say) },
          { label: say("center.detail.invoiceNumber"), value: ticket.invoiceNumber },
        ]}
      />
      <p className="mb-5 text-soft">{say(ticket.invoiceNumber ? "center.closed.billHint" : "center.closed.hint")}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={closeTo}>{say("center.closed.done")}</ButtonLink>
        {ticket.may.invoice && <InvoiceLink ticketId={ticket.id} />}
      </div>
    </>
  );
}
