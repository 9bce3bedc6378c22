import { useState } from "react";
import { PaymentFields } from "#app/parts/tickets/payment-fields.tsx";
import { Pictures } from "#app/parts/tickets/pictures-field.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { ConfirmLine } from "#app/ui/form/confirm-fields.tsx";
import { CancelLink } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, MoneyField, RadioCards, TextField, VersionField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { fromRupees, rupees } from "#modules/kernel/money.ts";
import { AdminCloseTicket, closureRemarks } from "#modules/tickets/shared.ts";
import type { OpenDialog } from "./dialog.server.ts";

/** The amount as the server will read it (Q121): whole rupees, what is behind the point is cut off. */
function amountIn(form: HTMLFormElement) {
  const typed = String(new FormData(form).get("amount") ?? "")
    .replaceAll(",", "")
    .trim();
  const amount = Math.trunc(Number(typed));
  return typed === "" || !Number.isFinite(amount) || amount < 0 ? null : amount;
}

/** Closes a request as an admin (R287, R288, Q77): price, remark and code; a repeated visit with what was found. */
export function CloseForm({ ticket, closeTo }: OpenDialog) {
  const say = useSay();
  const busy = useBusy("close");
  const [amount, setAmount] = useState<number | null>(null);
  return (
    <Form
      schema={AdminCloseTicket}
      intent="close"
      prefix="dialog-"
      preventScrollReset
      guarded
      aria-busy={busy}
      className="d-sheet-form"
      footed
      onInput={(event) => setAmount(amountIn(event.currentTarget))}
    >
      <div className="mid">
        <ErrorSummary intent="close" prefix="dialog-" />
        <input type="hidden" name="ticketId" value={ticket.id} />
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
        <PaymentFields owed={amount !== 0} />
        <AreaField name="technicianRemarks" label={say("acts.remarks")} required={false} maxLength={500} rows={2} />
        {ticket.onsitePictures.length > 0 && (
          <div>
            <p className="legend">{say("common.onSitePictures")}</p>
            <Pictures ticketId={ticket.id} pictures={ticket.onsitePictures} />
          </div>
        )}
      </div>
      <div className="foot">
        <ConfirmLine />
        <p role="status">
          {amount !== null && say("acts.customerPays", { amount: rupees(fromRupees(amount)) })}
          {ticket.isPaidByPublic && ticket.bookingFeePaise !== null && (
            <small>{say("acts.feePaid", { amount: rupees(ticket.bookingFeePaise) })}</small>
          )}
        </p>
        <CancelLink to={closeTo} />
        <Button disabled={busy}>{say("acts.close")}</Button>
      </div>
    </Form>
  );
}
