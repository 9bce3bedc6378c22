import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import {
  ActLink,
  ClientItemFacts,
  ClientItemHead,
  ClientPage,
  DocsLink,
  dialogAt,
} from "#app/parts/clients/client-page.tsx";
import { MadeSecret } from "#app/parts/clients/made-secret.tsx";
import type { ChipTone } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { type EndpointState, type MadeEndpoint, webhookEvents } from "#modules/notifications/shared.ts";
import { webhookActions } from "./actions.server.ts";
import { WebhookDialog } from "./dialogs.tsx";
import { WebhooksQuery, webhooksView } from "./view.server.ts";

export const handle = { title: "common.webhooks", fills: true } satisfies Handle;

export const loader = adminPage({ can: "any admin", query: WebhooksQuery }, webhooksView);
export const action = webhookActions;

type Shown = ReturnType<typeof useLoaderData<typeof loader>>["endpoints"][number];

/** The webhooks of a client: for its own admins, and for operators. */
export default function ClientWebhooks() {
  const { client, endpoints, mayKeep, mayAdd, here, log, own, dialog } = useLoaderData<typeof loader>();
  const say = useSay();
  const made = useAnswer<{ result?: MadeEndpoint }>()?.result;
  const at = dialogAt(here);
  const docs = { to: "/api/docs#webhooks", word: say("webhook.docs") };
  return (
    <ClientPage
      title={own ? say("common.webhooks") : say("webhook.titleOf", { name: client.clientName })}
      acts={
        <>
          {endpoints.length > 0 && (
            <Link className="d-btn" to={log}>
              {say("common.deliveries")}
            </Link>
          )}
          {mayAdd && <ActLink to={at("add")} word={say("common.newWebhook")} />}
        </>
      }
      made={
        made?.secret && (
          <MadeSecret
            title={say("webhook.made")}
            name={made.url}
            hint={say("webhook.madeHint")}
            secret={made.secret}
            copy={say("webhook.copy")}
            copied={say("webhook.copied")}
            onward={say("webhook.kept")}
            to={here}
          >
            <p className="mb-5 text-soft">
              {say("webhook.madeUse")} <DocsLink {...docs} />
            </p>
          </MadeSecret>
        )
      }
      lead={say("webhook.lead")}
      docs={docs}
      none={say("webhook.none")}
      items={endpoints.map((endpoint) => (
        <Endpoint key={endpoint.id} shown={endpoint} at={at} log={log} mayKeep={mayKeep} />
      ))}
      dialog={dialog && <WebhookDialog dialog={dialog} clientId={client.id} closeTo={here} />}
    />
  );
}

const tones: Record<EndpointState, ChipTone> = { active: "good", failing: "warm", off: "plain", silenced: "bad" };

type EndpointProps = { shown: Shown; at: (act: string, of: string) => string; log: string; mayKeep: boolean };

function Endpoint({ shown, at, log, mayKeep }: EndpointProps) {
  const say = useSay();
  const locale = useLocale();
  const { id, url, events, state, by, createdAt, deliveredAt, failingSince, oldSecretUntil, waiting, givenUp } = shown;
  const { host } = new URL(url);
  const on = state === "active" || state === "failing";
  const moment = (when: Date | null) => when && showDateTime(when, locale);
  const facts = [
    { label: say("webhook.lastDelivered"), value: moment(deliveredAt) ?? say("common.never") },
    { label: say("webhook.failingSince"), value: moment(failingSince) },
    { label: say("webhook.oldUntil"), value: moment(oldSecretUntil) },
    { label: say("webhook.waiting"), value: waiting > 0 && figure(waiting) },
    { label: say("webhook.givenUp"), value: givenUp > 0 && figure(givenUp) },
    { label: say("webhook.by"), value: by.name ?? say(`webhook.by.${by.kind}`) },
    { label: say("webhook.since"), value: showDate(createdAt, locale) },
  ];
  return (
    <li className="grid gap-y-3 py-4 first:pt-0 last:pb-0" data-webhook={state}>
      <div className="min-w-0">
        <ClientItemHead name={url} tone={tones[state]} state={say(`webhook.state.${state}`)} />
        <p className="mb-1">
          {events.length === webhookEvents.length
            ? say("webhook.everything")
            : events.map((event) => say(`webhook.event.${event}`)).join(" · ")}
        </p>
        {state === "silenced" && <p className="mb-1">{say("webhook.silencedWhy")}</p>}
        <ClientItemFacts facts={facts} className="text-soft" />
      </div>
      <p className="flex flex-wrap gap-2">
        <ActLink
          to={`${log}${log.includes("?") ? "&" : "?"}endpoint=${id}`}
          word={say("common.deliveries")}
          about={say("webhook.logOf", { host })}
        />
        {mayKeep && on && (
          <ActLink to={at("test", id)} word={say("webhook.test")} about={say("webhook.testOf", { host })} />
        )}
        {mayKeep && (
          <ActLink to={at("change", id)} word={say("common.change")} about={say("webhook.changeOf", { host })} />
        )}
        {mayKeep && (
          <ActLink to={at("renew", id)} word={say("webhook.renew")} about={say("webhook.renewOf", { host })} />
        )}
        {mayKeep &&
          (on ? (
            <ActLink to={at("off", id)} word={say("webhook.turnOff")} about={say("webhook.turnOffOf", { host })} />
          ) : (
            <ActLink to={at("on", id)} word={say("webhook.turnOn")} about={say("webhook.turnOnOf", { host })} />
          ))}
        {mayKeep && (
          <ActLink to={at("remove", id)} word={say("common.remove")} about={say("webhook.removeOf", { host })} />
        )}
      </p>
    </li>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
