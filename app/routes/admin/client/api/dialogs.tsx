import { Button } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { useBusy } from "#app/ui/form/busy.ts";
import { CancelLink, ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { CheckCards, RadioCards, SelectField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { CreateKey, type KeyScope, keyLives, keyOverlaps, RotateKey } from "#modules/catalog/shared.ts";

type Key = { id: string; name: string; prefix: string };
type DialogProps = {
  dialog: { act: "create" | "rotate" | "revoke"; key: Key | null };
  clientId: string;
  mayGive: readonly KeyScope[];
  closeTo: string;
};

/** The open dialog of the page: a new key, a key renewed, or the question before one is revoked. */
export function KeyDialog({ dialog: { act, key }, clientId, mayGive, closeTo }: DialogProps) {
  const say = useSay();
  if (act === "create")
    return (
      <AddressDialog title={say("clientKey.createTitle")} closeTo={closeTo}>
        <Create clientId={clientId} mayGive={mayGive} closeTo={closeTo} />
      </AddressDialog>
    );
  if (!key) return null;
  if (act === "rotate")
    return (
      <AddressDialog title={say("clientKey.rotateTitle")} closeTo={closeTo}>
        <Rotate keyed={key} closeTo={closeTo} />
      </AddressDialog>
    );
  return (
    <AddressDialog title={say("clientKey.revokeTitle")} closeTo={closeTo}>
      <ConfirmForm
        intent="revoke"
        fields={{ keyId: key.id }}
        question={say("clientKey.revokeQuestion", { name: key.name, prefix: key.prefix })}
        hint={say("clientKey.revokeHint")}
        act={say("clientKey.revoke")}
        closeTo={closeTo}
      />
    </AddressDialog>
  );
}

function Create({ clientId, mayGive, closeTo }: Pick<DialogProps, "clientId" | "mayGive" | "closeTo">) {
  const say = useSay();
  const busy = useBusy("create");
  return (
    <Form
      schema={CreateKey}
      intent="create"
      prefix="dialog-"
      values={{ expires: "never" }}
      preventScrollReset
      aria-busy={busy}
      className="grid gap-4"
    >
      <ErrorSummary intent="create" prefix="dialog-" />
      <input type="hidden" name="clientId" value={clientId} />
      <TextField name="name" label={say("clientKey.name")} hint={say("clientKey.nameHint")} required />
      <CheckCards
        name="scopes"
        label={say("clientKey.scopes")}
        options={mayGive.map((scope) => ({ value: scope, label: say(`clientKey.scope.${scope}`), hint: scope }))}
      />
      <SelectField
        name="expires"
        label={say("clientKey.expires")}
        options={keyLives.map((life) => ({ value: life, label: say(`clientKey.life.${life}`) }))}
        required
      />
      <p className="text-soft">{say("clientKey.createHint")}</p>
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy}>{say("clientKey.make")}</Button>
        <CancelLink to={closeTo} />
      </div>
    </Form>
  );
}

function Rotate({ keyed, closeTo }: { keyed: Key; closeTo: string }) {
  const say = useSay();
  const busy = useBusy("rotate");
  return (
    <Form
      schema={RotateKey}
      intent="rotate"
      prefix="dialog-"
      values={{ overlap: "day" }}
      preventScrollReset
      aria-busy={busy}
      className="grid gap-4"
    >
      <ErrorSummary intent="rotate" prefix="dialog-" />
      <input type="hidden" name="keyId" value={keyed.id} />
      <p>{say("clientKey.rotateHint")}</p>
      <RadioCards
        name="overlap"
        label={say("clientKey.overlap", { name: `${keyed.name} (${keyed.prefix}…)` })}
        options={keyOverlaps.map((overlap) => ({ value: overlap, label: say(`clientKey.overlap.${overlap}`) }))}
      />
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy}>{say("clientKey.rotate")}</Button>
        <CancelLink to={closeTo} />
      </div>
    </Form>
  );
}
