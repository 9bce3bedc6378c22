import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { MadeSecret } from "#app/parts/clients/made-secret.tsx";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { DeskTop } from "#app/ui/desk/top.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { keepFormOpen, unlessUnreachable } from "#app/ui/shell/kept-open.ts";
import { showDate, showDateTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { type EndpointState, type MadeEndpoint, webhookEvents } from "#modules/notifications/shared.ts";
import { webhookActions } from "./actions.server.ts";
import { WebhookDialog } from "./dialogs.tsx";
import { WebhooksQuery, webhooksView } from "./view.server.ts";

export const handle = { title: "webhook.title", fills: true } satisfies Handle;

export const loader = adminPage({ can: "any admin", query: WebhooksQuery }, webhooksView);
export const action = webhookActions;
export const clientAction = keepFormOpen();
export const shouldRevalidate = unlessUnreachable;

type Shown = ReturnType<typeof useLoaderData<typeof loader>>["endpoints"][number];

/** The webhooks of a client: for its own admins, and for operators. */
export default function ClientWebhooks() {
  const { client, endpoints, mayKeep, mayAdd, here, log, own, dialog } = useLoaderData<typeof loader>();
  const say = useSay();
  const made = useAnswer<{ result?: MadeEndpoint }>()?.result;
  const at = (act: string, of?: string) => `${here}${here.includes("?") ? "&" : "?"}act=${act}${of ? `&of=${of}` : ""}`;
  return (
    <>
      <DeskTop title={own ? say("webhook.title") : say("webhook.titleOf", { name: client.clientName })}>
        {endpoints.length > 0 && !made && (
          <Link className="d-btn" to={log}>
            {say("webhook.log")}
          </Link>
        )}
        {mayAdd && !made && <ActLink to={at("add")} word={say("webhook.add")} />}
      </DeskTop>
      <div className="desk-page">
        <div className="max-w-4xl">
          {made?.secret ? (
            <MadeSecret
              title={say("webhook.made")}
              name={made.url}
              hint={say("webhook.madeHint")}
              secret={made.secret}
              copy={say("webhook.copy")}
              copied={say("webhook.copied")}
              kept={say("webhook.kept")}
              to={here}
            >
              <p className="mb-5 text-soft">
                {say("webhook.madeUse")}{" "}
                <a className="d-link" href="/api/docs#webhooks">
                  {say("webhook.docs")}
                </a>
              </p>
            </MadeSecret>
          ) : (
            <>
              <p className="mb-4 text-soft">
                {say("webhook.lead")}{" "}
                <a className="d-link" href="/api/docs#webhooks">
                  {say("webhook.docs")}
                </a>
              </p>
              {endpoints.length === 0 ? (
                <p className="card">{say("webhook.none")}</p>
              ) : (
                <ul className="card divide-y divide-line">
                  {endpoints.map((endpoint) => (
                    <Endpoint key={endpoint.id} shown={endpoint} at={at} log={log} mayKeep={mayKeep} />
                  ))}
                </ul>
              )}
            </>
          )}
        </div>
      </div>
      {dialog && !made && <WebhookDialog dialog={dialog} clientId={client.id} closeTo={here} />}
    </>
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
    { label: say("webhook.lastDelivered"), value: moment(deliveredAt) ?? say("webhook.neverDelivered") },
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
        <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="wrap-anywhere">{url}</b>
          <Chip tone={tones[state]}>{say(`webhook.state.${state}`)}</Chip>
        </p>
        <p className="mb-1">
          {events.length === webhookEvents.length
            ? say("webhook.everything")
            : events.map((event) => say(`webhook.event.${event}`)).join(" · ")}
        </p>
        {state === "silenced" && <p className="mb-1">{say("webhook.silencedWhy")}</p>}
        <p className="text-soft">
          {facts.map(
            ({ label, value }) =>
              value && (
                <span key={label} className="mr-4 inline-block">
                  {label}: {value}
                </span>
              ),
          )}
        </p>
      </div>
      <p className="flex flex-wrap gap-2">
        <ActLink
          to={`${log}${log.includes("?") ? "&" : "?"}endpoint=${id}`}
          word={say("webhook.log")}
          about={say("webhook.logOf", { host })}
        />
        {mayKeep && on && (
          <ActLink to={at("test", id)} word={say("webhook.test")} about={say("webhook.testOf", { host })} />
        )}
        {mayKeep && (
          <ActLink to={at("change", id)} word={say("webhook.change")} about={say("webhook.changeOf", { host })} />
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
          <ActLink to={at("remove", id)} word={say("webhook.remove")} about={say("webhook.removeOf", { host })} />
        )}
      </p>
    </li>
  );
}

/** A link that opens a dialog of the page; `about` names its webhook, where several stand below each other. */
function ActLink({ to, word, about }: { to: string; word: string; about?: string }) {
  return (
    <Link className="d-btn" to={to} preventScrollReset aria-label={about}>
      {word}
    </Link>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
