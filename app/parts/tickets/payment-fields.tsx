import { useSay } from "#app/ui/base/say.tsx";
import { CheckCards, RadioCards, TextField } from "#app/ui/form/fields.tsx";
import { needs } from "#app/ui/form/needed.ts";
import type { Paise } from "#modules/kernel/money.ts";
import { paymentTypes } from "#modules/tickets/shared.ts";

/**
 * How a closing is paid (R169): online with its reference, online and not yet, or in cash. What is owed is the form's
 * `amount`, or that of a job with a visit charge. Without JavaScript all fields are shown, and the server says which do
 * not fit.
 */
export function PaymentFields({ visitPaise }: { visitPaise?: Paise }) {
  const say = useSay();
  return (
    <div className="grid gap-4" data-enhance="payment-fields" data-visit={visitPaise}>
      <output name="owed" hidden data-own="" />
      <RadioCards
        name="paymentType"
        label={say("common.paymentMethod")}
        value="Online"
        columns
        options={paymentTypes.map((value) => ({ value, label: say(`paymentType.${value}`) }))}
      />
      <fieldset {...needs({ paymentType: ["Online"], owed: ["yes"] })} className="grid gap-4">
        <input type="hidden" name="needsReference" value="true" />
        <fieldset {...needs({ notYetPaid: [""] })}>
          <ReferenceField required />
        </fieldset>
        <CheckCards
          name="notYetPaid"
          label={say("jobPayment.ifNot")}
          required
          options={[{ value: "true", label: say("jobPayment.notYetPaid"), hint: say("jobPayment.notYetPaidHint") }]}
        />
      </fieldset>
    </div>
  );
}

/** The reference of an online payment, as its app or bank shows it. */
export function ReferenceField({ required }: { required: boolean }) {
  const say = useSay();
  return (
    <TextField
      name="paymentReference"
      label={say("jobPayment.referenceLabel")}
      hint={say("jobPayment.referenceHint")}
      required={required}
      autoComplete="off"
      maxLength={40}
      uncut
    />
  );
}
