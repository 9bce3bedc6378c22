import { PaymentFields } from "#app/parts/tickets/payment-fields.tsx";
import { PictureField, Pictures } from "#app/parts/tickets/pictures-field.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, MoneyField, RadioCards, SelectField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { FormFoot } from "#app/ui/form/form-foot.tsx";
import { needs } from "#app/ui/form/needed.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { TicketDetail } from "#modules/tickets/index.ts";
import { CloseTicket, CompleteJob, closureRemarks, ratingChoices, workDone } from "#modules/tickets/shared.ts";

type ClosingProps = { ticket: TicketDetail; closeTo: string };

/** After this many wrong codes only an admin can close (fixed point 3). */
const codeTries = 5;

/** What stands in the dialog where the work was done, or the visit is on hold. */
const done = needs({ visit: ["DONE"] });
const onHold = needs({ visit: ["ON_HOLD"] });

/** The job completion dialog (R164–R174): pictures, price, payment, rating, remark and the customer's code. */
export function CompleteForm({ ticket, closeTo }: ClosingProps) {
  const say = useSay();
  return (
    <Form
      schema={CompleteJob}
      intent="complete"
      prefix="dialog-"
      encType="multipart/form-data"
      footed
      preventScrollReset
      className="grid gap-4"
    >
      <div {...done} className="*:mb-0 empty:hidden">
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
      <div role="status">
        <div {...onHold} hidden>
          <Note tone="warm">
            <p className="font-semibold">{say("job.onHold")}</p>
            <p>{say("center.complete.onHoldHint")}</p>
          </Note>
        </div>
      </div>
      <div {...done} className="grid gap-4">
        <Remark />
        <Proof ticket={ticket} />
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
          <output name="price" className="font-bold tabular-nums" data-own="">
            {rupees(ticket.ticketPricePaise)}
          </output>
          <span className="hint block">{say("center.complete.priceHint")}</span>
        </p>
        <PaymentFields visitPaise={ticket.ticketPricePaise} />
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
        <Button {...done}>{say("center.complete.submit")}</Button>
        {/* R173: on hold shows a notice and sends nothing; the request stays open. */}
        <Button
          type="button"
          {...onHold}
          hidden
          data-enhance="on-hold"
          data-words={say("job.onHold")}
          data-to={closeTo}
        >
          {say("center.complete.holdSubmit")}
        </Button>
      </FormFoot>
    </Form>
  );
}

/** Closes with one of the five closure remarks and an amount (R166, R174). */
export function CloseForm({ ticket, closeTo }: ClosingProps) {
  const say = useSay();
  return (
    <DialogForm
      schema={CloseTicket}
      intent="close"
      encType="multipart/form-data"
      act={say("center.close.submit")}
      closeTo={closeTo}
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
      <Proof ticket={ticket} />
      <PaymentFields />
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
function Proof({ ticket }: { ticket: TicketDetail }) {
  const say = useSay();
  return (
    <div {...needs({ closeRemarks: closureRemarks.filter(workDone) })} className="grid gap-4">
      <div>
        <p className="legend">{say("common.onSitePictures")}</p>
        <Pictures ticketId={ticket.id} pictures={ticket.onsitePictures} />
      </div>
      <PictureField ticketId={ticket.id} needed={ticket.onsitePictures.length === 0} />
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
        required
      />
    </div>
  );
}
