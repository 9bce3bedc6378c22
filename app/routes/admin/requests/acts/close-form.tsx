import { PaymentFields } from "#app/parts/tickets/payment-fields.tsx";
import { Pictures } from "#app/parts/tickets/pictures-field.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { AreaField, MoneyField, RadioCards, TextField, VersionField } from "#app/ui/form/fields.tsx";
import { rupees } from "#modules/kernel/money.ts";
import { AdminCloseTicket, closureRemarks } from "#modules/tickets/shared.ts";
import type { OpenDialog } from "./dialog.server.ts";

/** Closes a request as an admin (R287, R288, Q77): price, remark and code; a repeated visit with what was found. */
export function CloseForm({ ticket, closeTo }: OpenDialog) {
  const say = useSay();
  return (
    <DialogForm
      schema={AdminCloseTicket}
      intent="close"
      hidden={{ ticketId: ticket.id }}
      act={say("acts.close")}
      note={
        <p role="status">
          <output name="price" data-words={say("acts.customerPays", { amount: "{amount}" })} data-own="" />
          {ticket.isPaidByPublic && ticket.bookingFeePaise !== null && (
            <small>{say("acts.feePaid", { amount: rupees(ticket.bookingFeePaise) })}</small>
          )}
        </p>
      }
      closeTo={closeTo}
      cancelFirst
      sheet
      guarded
    >
      <VersionField value={ticket.version} />
      {ticket.center && <input type="hidden" name="centerId" value={ticket.center.id} />}
      <RadioCards
        name="closeRemarks"
        label={say("center.complete.remark")}
        value={closureRemarks[0]}
        options={closureRemarks.map((remark) => ({ value: remark, label: say(`closure.${remark}`) }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField
          name="amount"
          label={say("center.complete.price")}
          hint={say("acts.amountHint")}
          required
          maxLength={10}
        />
        <TextField
          name="code"
          label={say("acts.code")}
          hint={say("acts.codeHint")}
          inputMode="numeric"
          autoComplete="off"
          uncut
        />
      </div>
      {ticket.revisitOf && (
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField
            name="revisitPrice"
            label={say("request.revisitPrice")}
            hint={say("acts.revisitPriceHint")}
            required={false}
            maxLength={10}
          />
          <TextField name="revisitRemarks" label={say("request.revisitRemarks")} required={false} maxLength={500} />
        </div>
      )}
      <PaymentFields />
      <AreaField name="technicianRemarks" label={say("acts.remarks")} required={false} maxLength={500} rows={2} />
      {ticket.onsitePictures.length > 0 && (
        <div>
          <p className="legend">{say("common.onSitePictures")}</p>
          <Pictures ticketId={ticket.id} pictures={ticket.onsitePictures} />
        </div>
      )}
    </DialogForm>
  );
}
