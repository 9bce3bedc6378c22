import { Button } from "#app/ui/base/button.tsx";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Facts } from "#app/ui/detail/detail.tsx";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { SheetView } from "#app/ui/dialog/sheet-view.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { CancelLink } from "#app/ui/form/form-foot.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { answerWord, type DeliveryDetail, type DeliveryState, eventWord } from "#modules/notifications/shared.ts";

const tones: Record<DeliveryState, ChipTone> = { waiting: "info", delivered: "good", given_up: "bad" };

/** What became of a delivery. */
export function State({ state }: { state: DeliveryState }) {
  return <Chip tone={tones[state]}>{useSay()(`webhook.delivery.${state}`)}</Chip>;
}

type DialogProps = { delivery: DeliveryDetail; mayReplay: boolean; closeTo: string };

/** One delivery: what is sent, each try, and the button that sends it again. */
export function DeliveryDialog({ delivery, mayReplay, closeTo }: DialogProps) {
  const say = useSay();
  const locale = useLocale();
  const { id, endpointId, event, url, request, state, createdAt, nextAt, tries, body } = delivery;
  const moment = (when: Date | null) => when && showDateTime(when, locale);
  const title = eventWord(event, say);
  return (
    <AddressDialog title={title} closeTo={closeTo} side>
      <SheetView
        label={title}
        foot={
          <>
            {mayReplay && <Replay endpointId={endpointId} deliveryId={id} />}
            <CancelLink to={closeTo} word={say("common.close")} />
          </>
        }
      >
        <Facts
          facts={[
            { label: say("common.condition"), value: <State state={state} /> },
            { label: say("webhook.column.event"), value: event },
            { label: say("common.request"), value: request },
            { label: say("common.address"), value: <span className="wrap-anywhere">{url}</span> },
            { label: say("webhook.column.happened"), value: moment(createdAt) },
            { label: say("webhook.column.next"), value: moment(nextAt) },
            { label: "webhook-id", value: <code className="wrap-anywhere">{id}</code> },
          ]}
        />
        <section className="mb-6">
          <h2 className="mb-2">{say("common.tries")}</h2>
          {tries.length === 0 ? (
            <p className="text-soft">{say("webhook.noTries")}</p>
          ) : (
            <ol className="divide-y divide-line" data-tries="">
              {tries.map((each) => (
                <li key={String(each.at)} className="flex flex-wrap justify-between gap-x-4 py-2">
                  <span>{moment(each.at)}</span>
                  <span>{answerWord(each, say) ?? say("webhook.noAnswer")}</span>
                  <span className="text-soft">{say("webhook.ms", { n: figure(each.tookMs) })}</span>
                </li>
              ))}
            </ol>
          )}
        </section>
        <section className="mb-6">
          <h2 className="mb-2">{say("webhook.body")}</h2>
          <pre className="whitespace-pre-wrap wrap-anywhere rounded-lg bg-sand p-3 text-sm">{body}</pre>
        </section>
        {mayReplay && <p className="text-soft">{say("webhook.replayHint")}</p>}
      </SheetView>
    </AddressDialog>
  );
}

function Replay({ endpointId, deliveryId }: { endpointId: string; deliveryId: string }) {
  const say = useSay();
  return (
    <Form intent="replay" preventScrollReset>
      <ErrorSummary intent="replay" />
      <input type="hidden" name="endpointId" value={endpointId} />
      <input type="hidden" name="deliveryId" value={deliveryId} />
      <Button>{say("webhook.replay")}</Button>
    </Form>
  );
}
