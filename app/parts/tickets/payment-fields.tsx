import { useEffect, useRef, useState } from "react";
import { useHydrated } from "#app/ui/base/hydrated.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { CheckCards, RadioCards, TextField } from "#app/ui/form/fields.tsx";
import { paymentTypes } from "#modules/tickets/shared.ts";

type Chosen = { online: boolean; notYet: boolean };

const chosenIn = (form: HTMLFormElement): Chosen => {
  const fields = new FormData(form);
  return { online: fields.get("paymentType") === "Online", notYet: fields.get("notYetPaid") === "true" };
};

/**
 * How a closing is paid (R169): online with its reference, online and not yet, or in cash; `owed`: whether the price is
 * more than 0. Without JavaScript all fields are shown, and the server says which do not fit.
 */
export function PaymentFields({ owed }: { owed: boolean }) {
  const say = useSay();
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const [{ online, notYet }, setChosen] = useState<Chosen>({ online: true, notYet: false });
  const read = () => {
    const form = box.current?.closest("form");
    if (form) setChosen(chosenIn(form));
  };
  // What was chosen before the page was alive, or in a try that was refused.
  useEffect(read, []);
  const unused = hydrated && !(online && owed);
  return (
    <div ref={box} onChange={read} className="grid gap-4">
      <RadioCards
        name="paymentType"
        label={say("common.paymentMethod")}
        value="Online"
        columns
        options={paymentTypes.map((value) => ({ value, label: say(`paymentType.${value}`) }))}
      />
      <fieldset hidden={unused} disabled={unused} className="grid gap-4">
        <input type="hidden" name="needsReference" value="true" />
        <fieldset hidden={hydrated && notYet} disabled={hydrated && notYet}>
          <ReferenceField required={hydrated} />
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
