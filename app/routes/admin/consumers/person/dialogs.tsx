import { HeldCounts } from "#app/parts/consumers/held-counts.tsx";
import { RemainingRecords } from "#app/parts/consumers/what-stays.tsx";
import { RevealForm } from "#app/parts/reveal/reveal-form.tsx";
import { PhoneLink } from "#app/parts/tickets/customer.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { SheetView } from "#app/ui/dialog/sheet-view.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { SelectField, TextField } from "#app/ui/form/fields.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import {
  consumerRevealReasons,
  EraseConsumer,
  ExportConsumer,
  eraseReasons,
  exportReasons,
  RevealConsumer,
} from "#modules/consumers/shared.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { PersonView } from "./view.server.ts";

type Person = NonNullable<PersonView["person"]>;
type Part = { person: Person; closeTo: string };

/** The open dialog over a customer's page. */
export function PersonDialog({ page: { act, person, preview }, closeTo }: { page: PersonView; closeTo: string }) {
  const say = useSay();
  if (!person || !act) return null;
  return (
    <AddressDialog title={say(`consumer.${act}Title`)} closeTo={closeTo} side={act === "erase"}>
      {act === "reveal" && <Reveal person={person} closeTo={closeTo} />}
      {act === "export" && <Export person={person} closeTo={closeTo} />}
      {act === "erase" && preview && <Erase person={person} preview={preview} closeTo={closeTo} />}
    </AddressDialog>
  );
}

/** Shows the number once, for a reason that is written down. */
function Reveal({ person, closeTo }: Part) {
  const say = useSay();
  return (
    <RevealForm<{ name: string; phone: string }>
      schema={RevealConsumer}
      name={person.name}
      why={{
        label: say("acts.revealWhy"),
        hint: say("consumer.revealHint"),
        reasons: consumerRevealReasons.map((value) => ({ value, label: say(`reveal.${value}`) })),
      }}
      act={say("acts.revealShow")}
      facts={({ name, phone }) => [
        { label: say("common.name"), value: name },
        { label: say("common.mobileNumber"), value: <PhoneLink phone={phone} /> },
      ]}
      auditNote={say("consumer.revealed")}
      closeTo={closeTo}
    />
  );
}

/** Asks why all that is held is handed out. */
function Export({ person, closeTo }: Part) {
  const say = useSay();
  return (
    <DialogForm schema={ExportConsumer} intent="export" act={say("consumer.exportAct")} closeTo={closeTo}>
      <p>
        <b>{person.name}</b>
      </p>
      <p>{say("consumer.exportLead")}</p>
      <SelectField
        name="reason"
        label={say("consumer.why")}
        hint={say("consumer.exportKept")}
        options={exportReasons.map((value) => ({ value, label: say(`consumer.reason.${value}`) }))}
      />
    </DialogForm>
  );
}

/** What stands in the way; or what goes, what stays and why, and the confirmation. */
function Erase({ person, preview, closeTo }: Part & { preview: NonNullable<PersonView["preview"]> }) {
  const say = useSay();
  if (!preview.free) return <InTheWay person={person} preview={preview} closeTo={closeTo} />;
  return (
    <DialogForm schema={EraseConsumer} intent="erase" act={say("consumer.eraseAct")} danger closeTo={closeTo} sheet>
      <div className="grid gap-4">
        <Note tone="warm">
          <p className="font-semibold">{person.name}</p>
          <p>{say("consumer.eraseLead")}</p>
          {preview.partners.length > 0 && (
            <p>
              {say("consumer.partners", {
                who: preview.partners.map((kind) => say(`consumer.partner.${kind}`)).join(", "),
              })}
            </p>
          )}
        </Note>
        <SelectField
          name="reason"
          label={say("consumer.why")}
          options={eraseReasons.map((value) => ({ value, label: say(`consumer.reason.${value}`) }))}
        />
        <section>
          <h3 className="mb-1 font-semibold">{say("consumer.willGo")}</h3>
          <HeldCounts caption={say("consumer.willGo")} counts={preview.goes} />
        </section>
        <section>
          <h3 className="mb-1 font-semibold">{say("consumer.willStay")}</h3>
          <RemainingRecords />
        </section>
        <TextField
          name="lastDigits"
          label={say("consumer.lastDigits")}
          hint={say("consumer.lastDigitsHint", { phone: person.phone })}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </DialogForm>
  );
}

function InTheWay({ person, preview, closeTo }: Part & { preview: NonNullable<PersonView["preview"]> }) {
  const say = useSay();
  const { requests, walletPaise, waiting, payments } = preview.inTheWay;
  const blockers = [
    requests > 0 && (["requests", { n: requests }] as const),
    walletPaise !== 0 && (["wallet", { amount: rupees(walletPaise) }] as const),
    waiting > 0 && (["waiting", { n: waiting }] as const),
    payments > 0 && (["payments", { n: payments }] as const),
  ].filter((one) => one !== false);
  return (
    <SheetView label={say("consumer.obstacles")} foot={<CancelLink to={closeTo} word={say("common.close")} />}>
      <div className="grid gap-4">
        <ErrorSummary intent="erase" prefix="dialog-" />
        <Note tone="warm">
          <p className="font-semibold">{say("consumer.obstacles")}</p>
          <p>{person.name}</p>
        </Note>
        <ul className="grid gap-2">
          {blockers.map(([what, params]) => (
            <li key={what}>
              <b>{say(`consumer.obstacle.${what}`, params)}</b>
              <br />
              <span className="text-soft">{say(`consumer.obstacle.${what}Next`)}</span>
            </li>
          ))}
        </ul>
      </div>
    </SheetView>
  );
}
