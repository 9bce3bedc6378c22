import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { CheckCards, RadioCards, SelectField, TextField } from "#app/ui/form/fields.tsx";
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
  return (
    <DialogForm
      schema={CreateKey}
      intent="create"
      hidden={{ clientId }}
      values={{ expires: "never" }}
      act={say("clientKey.make")}
      closeTo={closeTo}
    >
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
    </DialogForm>
  );
}

function Rotate({ keyed, closeTo }: { keyed: Key; closeTo: string }) {
  const say = useSay();
  return (
    <DialogForm
      schema={RotateKey}
      intent="rotate"
      hidden={{ keyId: keyed.id }}
      values={{ overlap: "day" }}
      act={say("clientKey.rotate")}
      closeTo={closeTo}
    >
      <p>{say("clientKey.rotateHint")}</p>
      <RadioCards
        name="overlap"
        label={say("clientKey.overlap", { name: `${keyed.name} (${keyed.prefix}…)` })}
        options={keyOverlaps.map((overlap) => ({ value: overlap, label: say(`clientKey.overlap.${overlap}`) }))}
      />
    </DialogForm>
  );
}
