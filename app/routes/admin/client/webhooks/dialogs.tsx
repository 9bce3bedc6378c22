import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { CheckCards, RadioCards, TextField } from "#app/ui/form/fields.tsx";
import {
  AddEndpoint,
  ChangeEndpoint,
  RenewSecret,
  secretOverlaps,
  type WebhookEvent,
  webhookEvents,
} from "#modules/notifications/shared.ts";

type Endpoint = { id: string; url: string; events: readonly WebhookEvent[] };
type DialogProps = {
  dialog: { act: "add" | "change" | "renew" | "on" | "off" | "remove" | "test"; endpoint: Endpoint | null };
  clientId: string;
  closeTo: string;
};

/** The open dialog of the page: a new webhook, a new secret, or the question before something is done with one. */
export function WebhookDialog({ dialog: { act, endpoint }, clientId, closeTo }: DialogProps) {
  const say = useSay();
  if (act === "add")
    return (
      <AddressDialog title={say("common.newWebhook")} closeTo={closeTo}>
        <Add clientId={clientId} closeTo={closeTo} />
      </AddressDialog>
    );
  if (!endpoint) return null;
  if (act === "change")
    return (
      <AddressDialog title={say("webhook.changeTitle")} closeTo={closeTo}>
        <Change endpoint={endpoint} closeTo={closeTo} />
      </AddressDialog>
    );
  if (act === "renew")
    return (
      <AddressDialog title={say("webhook.renewTitle")} closeTo={closeTo}>
        <Renew endpoint={endpoint} closeTo={closeTo} />
      </AddressDialog>
    );
  const { id: endpointId, url } = endpoint;
  const confirmations = {
    on: { intent: "switch", fields: { endpointId, on: "on" }, word: "webhook.turnOn", harmless: true },
    off: { intent: "switch", fields: { endpointId, on: "off" }, word: "webhook.turnOff", harmless: false },
    remove: { intent: "remove", fields: { endpointId }, word: "common.remove", harmless: false },
    test: { intent: "test", fields: { endpointId }, word: "webhook.test", harmless: true },
  } as const;
  const { intent, fields, word, harmless } = confirmations[act];
  return (
    <AddressDialog title={act === "remove" ? say("webhook.removeTitle") : say(word)} closeTo={closeTo}>
      <div className="wrap-anywhere">
        <ConfirmForm
          intent={intent}
          fields={fields}
          question={say(`webhook.question.${act}`, { url })}
          hint={say(`webhook.hint.${act}`)}
          act={say(word)}
          harmless={harmless}
          closeTo={closeTo}
        />
      </div>
    </AddressDialog>
  );
}

function Add({ clientId, closeTo }: { clientId: string; closeTo: string }) {
  const say = useSay();
  return (
    <DialogForm
      schema={AddEndpoint}
      intent="add"
      hidden={{ clientId }}
      values={{ events: [...webhookEvents] }}
      act={say("webhook.make")}
      closeTo={closeTo}
    >
      <Receiving />
      <p className="text-soft">{say("webhook.addHint")}</p>
    </DialogForm>
  );
}

function Change({ endpoint: { id, url, events }, closeTo }: { endpoint: Endpoint; closeTo: string }) {
  const say = useSay();
  return (
    <DialogForm
      schema={ChangeEndpoint}
      intent="change"
      hidden={{ endpointId: id }}
      values={{ url, events: [...events] }}
      act={say("webhook.saveChange")}
      closeTo={closeTo}
    >
      <Receiving />
      <p className="text-soft">{say("webhook.changeHint")}</p>
    </DialogForm>
  );
}

/** The address that is told, and of what. */
function Receiving() {
  const say = useSay();
  return (
    <>
      <TextField
        name="url"
        label={say("common.address")}
        hint={say("webhook.urlHint")}
        type="url"
        inputMode="url"
        autoComplete="off"
        required
      />
      <CheckCards
        name="events"
        label={say("common.events")}
        // The longest name of an event needs the width of its half.
        className="[&_.choice]:gap-2 [&_.choice]:px-2!"
        columns
        options={webhookEvents.map((event) => ({ value: event, label: say(`webhook.event.${event}`), hint: event }))}
      />
    </>
  );
}

function Renew({ endpoint: { id, url }, closeTo }: { endpoint: Endpoint; closeTo: string }) {
  const say = useSay();
  return (
    <DialogForm
      schema={RenewSecret}
      intent="renew"
      hidden={{ endpointId: id }}
      values={{ overlap: "day" }}
      act={say("webhook.renew")}
      closeTo={closeTo}
    >
      <p className="wrap-anywhere">{say("webhook.renewHint", { url })}</p>
      <RadioCards
        name="overlap"
        label={say("webhook.overlap")}
        options={secretOverlaps.map((overlap) => ({ value: overlap, label: say(`webhook.overlap.${overlap}`) }))}
      />
    </DialogForm>
  );
}
