import type { NotificationDialogView } from "#app/parts/notifications/notification-desks.server.ts";
import { useAddress } from "#app/ui/base/address.tsx";
import { Button } from "#app/ui/base/button.tsx";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { ServiceField } from "#app/ui/form/choice-fields.tsx";
import { DialogForm } from "#app/ui/form/dialog-form.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { PhoneField, RadioCards, SelectField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { CancelLink, FormFoot } from "#app/ui/form/form-foot.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { states } from "#modules/catalog/shared.ts";
import { figure } from "#modules/kernel/figure.ts";
import {
  type AudienceCount,
  everyOne,
  NotificationAudience,
  nightChoices,
  SendNotification,
} from "#modules/notifications/shared.ts";

type SendView = Extract<NotificationDialogView, { act: "send" }>;
type Answer = Refused & { result?: AudienceCount };
type DialogProps = { dialog: SendView; closeTo: string };

/** Sends a notification in two steps: whom to (R486), and then, with their number in sight, whether to. */
export function SendDialog({ dialog, closeTo }: DialogProps) {
  const say = useSay();
  const answer = useAnswer<Answer>();
  const counted = answer?.intent === "count" && !answer.problem ? answer.result : undefined;
  return (
    <AddressDialog title={say("notification.sendTitle")} closeTo={closeTo}>
      <p className="mb-1">
        <b>{dialog.notification.title}</b>
      </p>
      <p className="mb-4 whitespace-pre-line text-soft">{dialog.notification.description}</p>
      {counted && counted.total > 0 ? (
        <Confirm dialog={dialog} counted={counted} values={answer?.values ?? {}} closeTo={closeTo} />
      ) : (
        <Choose dialog={dialog} nobody={counted !== undefined} values={answer?.values ?? {}} closeTo={closeTo} />
      )}
    </AddressDialog>
  );
}

type Values = NonNullable<Refused["values"]>;

/** Whom it is sent to. */
function Choose({ dialog, nobody, values, closeTo }: DialogProps & { nobody: boolean; values: Values }) {
  const say = useSay();
  const nameOf = useAddress();
  const { notification, services } = dialog;
  return (
    <Form
      schema={NotificationAudience}
      values={values}
      footed
      className="grid gap-4"
      preventScrollReset
      data-failed={say("notification.sendFailed")}
    >
      <ErrorSummary intent="count" />
      <ErrorSummary intent="send" />
      <input type="hidden" name="intent" value="count" />
      <input type="hidden" name="notificationId" value={notification.id} />
      {notification.userType === "Individual" ? (
        <PhoneField name="phone" label={say("common.mobileNumber")} hint={say("notification.mobileHint")} required />
      ) : (
        <>
          <ServiceField
            name="serviceId"
            label={say("notification.skill")}
            empty={say("common.choose")}
            options={[{ value: everyOne, label: say("common.allServices") }, ...services]}
            required
          />
          <SelectField
            name="state"
            label={say("common.state")}
            empty={say("common.choose")}
            options={[
              { value: everyOne, label: say("notification.everyState") },
              ...states.map(({ name }) => ({ value: name, label: nameOf<string>(name) })),
            ]}
            hint={say(`notification.who.${notification.userType}`)}
            required
          />
        </>
      )}
      <p role="status" className="wrong">
        {nobody && say("notification.nobody")}
      </p>
      <FormFoot closeTo={closeTo}>
        <Button>{say("notification.count")}</Button>
      </FormFoot>
    </Form>
  );
}

/** How many it reaches, and, in the quiet hours, when. */
function Confirm({ dialog, counted, values, closeTo }: DialogProps & { counted: AudienceCount; values: Values }) {
  const say = useSay();
  const to = useListAddress();
  const { total, consumers, technicians, centers } = counted;
  const recipients = say("notification.reached", { count: total, n: figure(total) });
  const audience = ["notificationId", "phone", "serviceId", "state"].flatMap((name) =>
    typeof values[name] === "string" ? [[name, values[name]] as const] : [],
  );
  return (
    <DialogForm
      intent="send"
      schema={SendNotification}
      values={{ night: "morning" }}
      hidden={Object.fromEntries(audience)}
      act={say("notification.sendTo", { n: recipients })}
      extraButton={
        <CancelLink to={to({ act: "send", of: dialog.notification.id })} word={say("notification.change")} />
      }
      closeTo={closeTo}
    >
      <div role="status">
        <p className="text-2xl font-semibold tabular-nums">{recipients}</p>
        <p className="text-soft">
          {say("notification.parts", {
            consumers: figure(consumers),
            technicians: figure(technicians),
            centers: figure(centers),
          })}
        </p>
      </div>
      {dialog.night && (
        <RadioCards
          name="night"
          label={say("notification.night")}
          hint={say("notification.nightHint")}
          options={nightChoices.map((value) => ({ value, label: say(`notification.night.${value}`) }))}
          required
        />
      )}
    </DialogForm>
  );
}
