import { useLocation } from "@remix-run/react";
import { PaymentForm } from "#app/parts/tickets/payment-form.tsx";
import { AnswerTimeForm } from "#app/parts/visits/answer-time-form.tsx";
import { HandBackForm } from "#app/parts/visits/hand-back-form.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { lastingAt } from "#app/ui/feedback/lasting.ts";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { NotNow } from "#app/ui/form/not-now.tsx";
import { rupees } from "#modules/kernel/money.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { actName } from "./acts.ts";
import { AgainForm } from "./again-form.tsx";
import { AssignForm } from "./assign-form.tsx";
import { CloseForm } from "./close-form.tsx";
import { AgreeTimeForm, CancelForCustomerForm, NobodyCameForm } from "./customer-forms.tsx";
import type { DialogAct, OpenDialog, RequestDialogData } from "./dialog.server.ts";
import { PincodeForm } from "./pincode-form.tsx";
import { RevealPartnerForm, RevealPhoneForm } from "./reveal-form.tsx";
import { CancelForm, RemarksForm, RequirementForm } from "./words-forms.tsx";

type RequestDialogProps = {
  dialog: RequestDialogData | null;
  /** The address of the page without the dialog. */
  closeTo: string;
};

/** The fields of the acts that hold words. */
const words = ["text", "reason", "requirement", "technicianRemarks", "revisitRemarks"];

const about = "-mt-3 mb-3.5 text-13 text-soft";
const aboutOfSheet = "-mt-3 border-b border-line px-6 pb-3 text-13 text-soft";

/** The dialog of an act on a request, over a list or over the request itself. */
export function RequestDialog({ dialog, closeTo }: RequestDialogProps) {
  const say = useSay();
  const nameOf = useName();
  if (!dialog) return null;
  const { act, ticket, open } = dialog;
  const side = act === "close" || act === "assign" || act === "reassign";
  return (
    <AddressDialog key={act} title={say(titleOf(act))} closeTo={closeTo} side={side && open}>
      {ticket && (
        <p className={side && open ? aboutOfSheet : about} data-about>
          {[ticket.number, nameOf(ticket.service.name)].join(" · ")}
          <br />
          {[ticket.name, ticket.center ? ticket.center.name : null, ticket.technician ? ticket.technician.name : null]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
      {!ticket ? (
        <NotNow reason={say("ticket.notFound")} words={words} tone="bad" />
      ) : open ? (
        <Act {...dialog} ticket={ticket} closeTo={closeTo} />
      ) : (
        <NotNow reason={say("acts.notNow")} words={words} />
      )}
    </AddressDialog>
  );
}

function titleOf(act: DialogAct): MessageKey {
  if (act === "closed") return "ticket.closed";
  if (act === "revealCenter" || act === "revealTechnician") return `acts.${act}`;
  return act === "reveal" ? "acts.reveal" : actName(act);
}

function Act(dialog: OpenDialog) {
  const say = useSay();
  const { act, ticket, closeTo } = dialog;
  switch (act) {
    case "assign":
    case "reassign":
      return <AssignForm {...dialog} />;
    case "close":
      return <CloseForm {...dialog} />;
    case "recordPayment":
      return <PaymentForm ticket={ticket} closeTo={closeTo} />;
    case "closed":
      return <ClosedNote {...dialog} />;
    case "rebook":
    case "revisit":
      return <AgainForm {...dialog} />;
    case "remarks":
      return <RemarksForm {...dialog} />;
    case "cancel":
      return <CancelForm {...dialog} />;
    case "pincode":
      return <PincodeForm {...dialog} />;
    case "requirement":
      return <RequirementForm {...dialog} />;
    case "reveal":
      return <RevealPhoneForm {...dialog} />;
    case "revealCenter":
      return <RevealPartnerForm {...dialog} whose="center" />;
    case "revealTechnician":
      return <RevealPartnerForm {...dialog} whose="technician" />;
    case "agreeTime":
      return <AgreeTimeForm {...dialog} />;
    case "answerTime":
      return <AnswerTimeForm {...dialog} />;
    case "handBack":
      return <HandBackForm ticket={ticket} terms={dialog.handBack} closeTo={closeTo} inItsName />;
    case "nobodyCame":
      return <NobodyCameForm {...dialog} />;
    case "cancelForCustomer":
      return <CancelForCustomerForm {...dialog} />;
    case "broadcast":
      return <BroadcastForm {...dialog} />;
    case "start":
      return (
        <ConfirmForm
          intent="start"
          fields={{ ticketId: ticket.id }}
          question={say("startCode.confirm", { name: ticket.name })}
          hint={say("startCode.confirmHint")}
          act={say("startCode.send")}
          harmless
          closeTo={closeTo}
        />
      );
    case "delete":
      return (
        <ConfirmForm
          intent="delete"
          fields={{ ticketId: ticket.id, version: String(ticket.version) }}
          question={say("acts.deleteQuestion", { number: ticket.number, name: ticket.name })}
          hint={say(ticket.status === "CLOSED" ? "acts.deleteClosedHint" : "acts.deleteHint")}
          act={say("acts.delete")}
          keep={say("acts.keep")}
          closeTo={closeTo}
        />
      );
  }
}

/** R289, Q78: how a closing went. It closes by itself together with the toast that says the same. */
function ClosedNote({ ticket, closeTo }: OpenDialog) {
  const say = useSay();
  const { pathname } = useLocation();
  return (
    <div
      className="grid justify-items-start gap-4"
      data-enhance="closed-note"
      data-to={closeTo}
      data-ms={lastingAt(pathname)}
    >
      <p>
        {say("acts.closedFor", {
          number: ticket.number,
          amount: ticket.closingPricePaise === null ? "-" : rupees(ticket.closingPricePaise),
        })}
      </p>
      <ButtonLink to={closeTo}>{say("common.close")}</ButtonLink>
    </div>
  );
}

/** R247: asked before. */
function BroadcastForm({ ticket, closeTo }: OpenDialog) {
  const say = useSay();
  return (
    <ConfirmForm
      intent="broadcast"
      fields={{ ticketId: ticket.id, version: String(ticket.version) }}
      question={say("acts.broadcastQuestion")}
      hint={say("acts.broadcastHint", { pincode: ticket.address.pincode, service: ticket.service.name })}
      act={say("common.yes")}
      keep={say("common.no")}
      harmless
      closeTo={closeTo}
    />
  );
}
