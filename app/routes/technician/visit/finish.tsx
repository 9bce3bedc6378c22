import { bandContent, bandPage, goLook, PriceBar } from "#app/parts/tickets/band.tsx";
import { ReferenceField } from "#app/parts/tickets/payment-fields.tsx";
import { Pictures } from "#app/parts/tickets/pictures-field.tsx";
import { visitPath } from "#app/parts/visits/paths.ts";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, CheckCards, MoneyField, RadioCards, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { rupees } from "#modules/kernel/money.ts";
import type { TechnicianVisit } from "#modules/tickets/index.ts";
import { CloseTicket, closureRemarks, paymentTypes } from "#modules/tickets/shared.ts";
import { Take } from "./take.tsx";
import { Onward, Top } from "./top.tsx";

/** What stands there only for a remark that says the work was done: the first and the last one. */
const forDone =
  "group-has-[label:is(:nth-child(2),:nth-child(3),:nth-child(4))>[name=closeRemarks]:checked]/finish:hidden";

/** Closes the visit as its center would: what was done, the price and how it was paid, a picture and the customer's code. */
export function Finish({ visit }: { visit: TechnicianVisit }) {
  const say = useSay();
  const { ticketId, pictures, picturesLeft, codesLeft, ticketPricePaise } = visit;
  if (codesLeft === 0) return <Locked visit={visit} />;
  return (
    <Form
      schema={CloseTicket}
      intent="finish"
      encType="multipart/form-data"
      className={`group/finish ${bandPage}`}
      data-enhance="once"
    >
      <input type="hidden" name="ticketId" value={ticketId} />
      {/* A wrong code and a picture change the version: after a refusal the form has the reloaded one. */}
      <input type="hidden" name="version" value={visit.version} />
      <Top visit={visit} title={say("onVisit.finish")} step="finish" />
      <div className={bandContent}>
        <ErrorSummary />
        <RadioCards
          name="closeRemarks"
          label={say("center.complete.remark")}
          value={closureRemarks[0]}
          options={closureRemarks.map((remark) => ({ value: remark, label: say(`closure.${remark}`) }))}
        />
        <MoneyField
          name="amount"
          label={say("onVisit.amount")}
          hint={
            ticketPricePaise > 0
              ? say("onVisit.amountHint", { amount: rupees(ticketPricePaise) })
              : say("onVisit.amountHintFree")
          }
          maxLength={10}
        />
        <Payment />
        <section className={`grid gap-3 ${forDone}`}>
          <h2 className="legend">{say("onVisit.photoAfter")}</h2>
          <Pictures ticketId={ticketId} pictures={pictures} />
          {picturesLeft > 0 && <Take />}
        </section>
        <TextField
          name="code"
          label={say("onVisit.codeLabel")}
          hint={codesLeft < 5 ? say("center.complete.codeTries", { left: codesLeft }) : say("onVisit.codeHint")}
          inputMode="numeric"
          autoComplete="off"
          uncut
          required
          className={`[&_.input]:min-h-16 [&_.input]:text-3xl [&_.input]:font-bold [&_.input]:tracking-[0.35em] ${forDone}`}
        />
        <AreaField name="technicianRemarks" label={say("onVisit.note")} required={false} maxLength={500} rows={2} />
      </div>
      <PriceBar hint={say("onVisit.messageHint")}>
        <button type="submit" className={goLook}>
          {say("onVisit.close")}
        </button>
      </PriceBar>
    </Form>
  );
}

/** In cash, or online with its reference or not yet. */
function Payment() {
  const say = useSay();
  return (
    <div className="group/pay grid gap-4">
      <RadioCards
        name="paymentType"
        label={say("common.paymentMethod")}
        columns
        required
        options={paymentTypes.map((value) => ({ value, label: say(`paymentType.${value}`) }))}
      />
      <div className="grid gap-4 group-has-[[value=Cash]:checked]/pay:hidden">
        <input type="hidden" name="needsReference" value="true" />
        <ReferenceField required={false} />
        <CheckCards
          name="notYetPaid"
          label={say("jobPayment.ifNot")}
          required={false}
          options={[{ value: "true", label: say("jobPayment.notYetPaid"), hint: say("jobPayment.notYetPaidHint") }]}
        />
      </div>
    </div>
  );
}

/** After five wrong codes only an operator closes. */
function Locked({ visit }: { visit: TechnicianVisit }) {
  const say = useSay();
  return (
    <div className={bandPage}>
      <Top visit={visit} title={say("onVisit.finish")} step="finish" />
      <div className={bandContent}>
        <Note tone="warm">{say("onVisit.closeLocked")}</Note>
        <Onward to={visitPath(visit.ticketId, "photos")} words={say("onVisit.photos")} />
      </div>
    </div>
  );
}
