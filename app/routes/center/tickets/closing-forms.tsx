import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { PaymentFields } from "#app/parts/tickets/payment-fields.tsx";
import { PictureField, Pictures } from "#app/parts/tickets/pictures-field.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useHydrated } from "#app/ui/base/hydrated.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { showToast } from "#app/ui/feedback/show-toast.ts";
import { useBusy } from "#app/ui/form/busy.ts";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, MoneyField, RadioCards, SelectField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { FormFoot } from "#app/ui/form/form-foot.tsx";
import { type Paise, rupees } from "#modules/kernel/money.ts";
import type { TicketDetail } from "#modules/tickets/index.ts";
import {
  CloseTicket,
  CompleteJob,
  closureRemarks,
  jobPrice,
  ratingChoices,
  workDone,
} from "#modules/tickets/shared.ts";

type ClosingProps = { ticket: TicketDetail; closeTo: string };

/** After this many wrong codes only an admin can close (fixed point 3). */
const codeTries = 5;

/** The choices other fields depend on; without JavaScript all fields are shown. */
type Chosen = { remark: string; labour: string; material: string; onHold: boolean };

const chosenIn = (form: HTMLFormElement): Chosen => {
  const fields = new FormData(form);
  return {
    remark: String(fields.get("closeRemarks") ?? ""),
    labour: String(fields.get("labour") ?? ""),
    material: String(fields.get("material") ?? ""),
    onHold: fields.get("visit") === "ON_HOLD",
  };
};

/** The job completion dialog (R164–R174): pictures, price, payment, rating, remark and the customer's code. */
export function CompleteForm({ ticket, closeTo }: ClosingProps) {
  const say = useSay();
  const busy = useBusy("complete");
  const [chosen, setChosen] = useState<Chosen>({
    remark: closureRemarks[0],
    labour: "0",
    material: "0",
    onHold: false,
  });
  const done = workDone(chosen.remark);
  return (
    <Form
      schema={CompleteJob}
      intent="complete"
      prefix="dialog-"
      encType="multipart/form-data"
      footed
      preventScrollReset
      aria-busy={busy}
      className="grid gap-4"
      onInput={(event) => setChosen(chosenIn(event.currentTarget))}
    >
      <div hidden={chosen.onHold} className="*:mb-0 empty:hidden">
        <ErrorSummary intent="complete" prefix="dialog-" />
      </div>
      <Around ticket={ticket} />
      <SelectField
        name="visit"
        label={say("common.status")}
        required
        empty={false}
        options={[
          { value: "DONE", label: say("center.complete.visitDone") },
          { value: "ON_HOLD", label: say("center.complete.onHold") },
        ]}
      />
      <div role="status" className="empty:hidden">
        {chosen.onHold && (
          <Note tone="warm">
            <p className="font-semibold">{say("job.onHold")}</p>
            <p>{say("center.complete.onHoldHint")}</p>
          </Note>
        )}
      </div>
      <div hidden={chosen.onHold} className="grid gap-4">
        <Remark />
        <Proof ticket={ticket} needed={done} />
        <div className="grid gap-4 sm:grid-cols-3">
          <div className="field">
            <p className="legend">{say("common.ticketPrice")}</p>
            <p className="flex min-h-[2.875rem] items-center tabular-nums">{rupees(ticket.ticketPricePaise)}</p>
          </div>
          <MoneyField name="labour" label={say("center.complete.labour")} value="0" maxLength={10} required />
          <MoneyField name="material" label={say("center.complete.material")} value="0" maxLength={10} />
        </div>
        <p className="rounded-md bg-sand px-4 py-3">
          {say("center.complete.price")}{" "}
          <output className="font-bold tabular-nums">{priceOf(ticket.ticketPricePaise, chosen)}</output>
          <span className="hint block">{say("center.complete.priceHint")}</span>
        </p>
        <PaymentFields owed={totalOf(ticket.ticketPricePaise, chosen) !== 0} />
        <SelectField
          name="overAllRating"
          label={say("center.complete.rating")}
          required
          empty={false}
          value="Good"
          options={ratingChoices.map((value) => ({ value, label: say(`ratingChoice.${value}`) }))}
        />
        <AreaField
          name="centerMessage"
          label={say("center.complete.message")}
          required={false}
          maxLength={500}
          rows={2}
        />
      </div>
      <FormFoot closeTo={closeTo}>
        {chosen.onHold ? (
          <CloseOnHold closeTo={closeTo} />
        ) : (
          <Button disabled={busy}>{say("center.complete.submit")}</Button>
        )}
      </FormFoot>
    </Form>
  );
}

/** R173: on hold shows a notice and sends nothing; the request stays open. */
function CloseOnHold({ closeTo }: { closeTo: string }) {
  const say = useSay();
  const navigate = useNavigate();
  const leave = () => {
    showToast(say("job.onHold"), "info");
    navigate(closeTo, { preventScrollReset: true });
  };
  return (
    <Button type="button" onClick={leave}>
      {say("center.complete.holdSubmit")}
    </Button>
  );
}

/** R167: what the job costs in paise; null where its amounts cannot be read. */
function totalOf(visit: Paise, { remark, labour, material }: Chosen) {
  const read = CompleteJob.pick({ labour: true, material: true }).safeParse({ labour, material: material || "0" });
  return read.success ? jobPrice(visit, { closeRemarks: remark, ...read.data }).totalPaise : null;
}

function priceOf(visit: Paise, chosen: Chosen) {
  const total = totalOf(visit, chosen);
  return total === null ? "–" : rupees(total);
}

/** Closes with one of the five closure remarks and an amount (R166, R174). */
export function CloseForm({ ticket, closeTo }: ClosingProps) {
  const say = useSay();
  const [{ remark, amount }, setChosen] = useState({ remark: closureRemarks[3] as string, amount: "0" });
  return (
    <DialogForm
      schema={CloseTicket}
      intent="close"
      encType="multipart/form-data"
      act={say("center.close.submit")}
      closeTo={closeTo}
      onInput={({ currentTarget: form }) =>
        setChosen({ remark: chosenIn(form).remark, amount: String(new FormData(form).get("amount") ?? "") })
      }
    >
      <Around ticket={ticket} />
      <Remark value={closureRemarks[3]} />
      <MoneyField
        name="amount"
        label={say("common.amount")}
        hint={say("center.close.amountHint", { amount: rupees(ticket.ticketPricePaise) })}
        value="0"
        maxLength={10}
      />
      <Proof ticket={ticket} needed={workDone(remark)} />
      <PaymentFields owed={CloseTicket.shape.amount.safeParse(amount).data !== 0} />
    </DialogForm>
  );
}

/**
 * The request and its version. A wrong code and a picture change the version, so after a refusal the form uses the
 * reloaded one, not the one that was sent.
 */
function Around({ ticket }: { ticket: TicketDetail }) {
  return (
    <>
      <input type="hidden" name="ticketId" value={ticket.id} />
      <input type="hidden" name="version" value={ticket.version} />
    </>
  );
}

function Remark({ value = closureRemarks[0] }: { value?: string }) {
  const say = useSay();
  return (
    <RadioCards
      name="closeRemarks"
      label={say("center.complete.remark")}
      value={value}
      options={closureRemarks.map((remark) => ({ value: remark, label: say(`closure.${remark}`) }))}
    />
  );
}

/** The proof that the work was done: a picture and one of the customer's two codes (fixed point 3). */
function Proof({ ticket, needed }: { ticket: TicketDetail; needed: boolean }) {
  const say = useSay();
  const hydrated = useHydrated();
  return (
    <div hidden={hydrated && !needed} className="grid gap-4">
      <div>
        <p className="legend">{say("common.onSitePictures")}</p>
        <Pictures ticketId={ticket.id} pictures={ticket.onsitePictures} />
      </div>
      <PictureField ticketId={ticket.id} needed={needed && ticket.onsitePictures.length === 0} />
      <TextField
        name="code"
        label={say("center.complete.code")}
        hint={
          ticket.codeTries > 0
            ? say("center.complete.codeTries", { left: Math.max(0, codeTries - ticket.codeTries) })
            : say("center.complete.codeHint")
        }
        inputMode="numeric"
        autoComplete="off"
        uncut
        required={needed}
      />
    </div>
  );
}
