import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { callList } from "#app/api/serve/call-list.server.ts";
import { publicPage } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { Button } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { env } from "#modules/kernel/env.server.ts";
import { optionalText } from "#modules/kernel/validation.ts";
import { webhookGuide } from "#modules/notifications/index.ts";
import { testEvent, webhookEvents } from "#modules/notifications/shared.ts";

export const handle = { public: true, title: "api.docsTitle" } satisfies Handle;

const Query = z.object({ find: optionalText(60) });

/** A search shows this many calls, so that no search costs much more than the booking page; the whole list is made once. */
const mostShown = 12;

export const loader = publicPage(
  { limit: reads.page, query: Query, same: ({ find = "" }) => !find.trim() },
  (_anyone, { find = "" }) => ({
    find,
    ...callList(find, env.publicUrl, find.trim() ? mostShown : undefined),
    webhooks: tellsOfWebhooks(find) ? webhookGuide() : null,
  }),
);

/** Whether the part about webhooks has each of the words. */
function tellsOfWebhooks(find: string): boolean {
  const told = ["webhooks", ...Object.keys(webhookGuide().headers), ...webhookEvents, testEvent].join(" ");
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => told.includes(word));
}

type Webhooks = ReturnType<typeof webhookGuide>;

/** The API's documentation, generated from the table that answers the calls. */
export default function ApiDocs() {
  const { groups, more, find, webhooks } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <>
      <h1 className="mb-2">{say("api.docsTitle")}</h1>
      <p className="mb-2 max-w-2xl text-soft">
        {say("api.docsIntro")}{" "}
        <a className="link" href="/api/openapi.json">
          /api/openapi.json
        </a>
      </p>
      <p className="mb-2 max-w-2xl text-soft">{say("api.docsToken")}</p>
      <p className="mb-2 max-w-2xl text-soft">{say("api.docsKeys")}</p>
      <p className="mb-2 max-w-2xl text-soft">{say("api.docsProof")}</p>
      <p className="mb-4 max-w-2xl text-soft">{say("api.docsOnce")}</p>
      <form method="get" className="mb-4 flex max-w-2xl flex-wrap items-end gap-3">
        <div className="field grow">
          <label htmlFor="find">{say("api.docsFind")}</label>
          <input id="find" name="find" className="input" data-most={60} defaultValue={find} />
        </div>
        <Button tone="quiet">{say("api.docsSearch")}</Button>
      </form>
      {groups.length === 0 && !webhooks && (
        <p>
          {say("api.docsNothing", { find })}{" "}
          <a className="link" href="/api/docs">
            {say("api.docsAll")}
          </a>
        </p>
      )}
      <nav aria-label={say("api.docsTitle")} className="mb-6 flex flex-wrap gap-x-5">
        {groups.map(({ name }) => (
          <a key={name} className="link flex min-h-11 items-center" href={`#${name}`}>
            {name}
          </a>
        ))}
        {webhooks && (
          <a className="link flex min-h-11 items-center" href="#webhooks">
            webhooks
          </a>
        )}
      </nav>
      {groups.map(({ name, calls }) => (
        <section key={name} className="mb-8">
          <h2 id={name} className="mb-3">
            {name}
          </h2>
          <div className="flex flex-col gap-2">
            {calls.map((call) => (
              <details key={`${call.methods} ${call.path}`} className="card">
                <summary className="cursor-pointer">
                  <code className="font-semibold">{call.methods}</code>{" "}
                  <code className="wrap-anywhere">/api/{call.path}</code>
                  <span className="block text-sm text-soft">{call.summary}</span>
                </summary>
                <p className="mt-3 text-sm">
                  {say("api.docsFor")}: {call.for}
                  {call.can && ` · ${call.can}`}
                  {call.scope && ` · ${say("api.docsScope", { scope: call.scope })}`}
                  {call.proof && " · x-otp-proof"}
                  {call.once && " · Idempotency-Key"}
                </p>
                <pre className="mt-2 whitespace-pre-wrap wrap-anywhere rounded-lg bg-sand p-3 text-sm">
                  {call.example}
                </pre>
                <Copy text={call.example} word={say("api.docsCopy")} />
                {call.fields.length > 0 && (
                  <dl className="mt-2 text-sm">
                    {call.fields.map(({ name, required, takes, means }) => (
                      <div key={name} className="border-t border-line py-2">
                        <dt>
                          <code className="wrap-anywhere font-semibold">{name}</code>{" "}
                          <span className="wrap-anywhere text-soft">
                            {takes}
                            {required && ` · ${say("api.docsRequired")}`}
                          </span>
                        </dt>
                        {means && <dd>{means}</dd>}
                      </div>
                    ))}
                  </dl>
                )}
                <p className="mt-2 text-sm font-semibold">{say("api.docsAnswer")}</p>
                <pre className="mt-1 whitespace-pre-wrap wrap-anywhere rounded-lg bg-sand p-3 text-sm">
                  {call.answer}
                </pre>
                <p className="mt-2 text-sm font-semibold">{say("api.docsCodes")}</p>
                {call.codes.map((codes) => (
                  <p key={codes} className="text-sm text-soft wrap-anywhere">
                    {codes}
                  </p>
                ))}
              </details>
            ))}
          </div>
        </section>
      ))}
      {more > 0 && <p className="mb-8">{say("api.docsMore", { count: more })}</p>}
      {webhooks && <WebhookDocs {...webhooks} />}
    </>
  );
}

/** A button that copies an example, where scripts run. */
function Copy({ text, word }: { text: string; word: string }) {
  const say = useSay();
  return (
    <p className="mt-2 flex items-center gap-3">
      <Button
        tone="quiet"
        type="button"
        small
        hidden
        data-enhance="copy"
        data-copy={text}
        data-copied={say("api.docsCopied")}
      >
        {word}
      </Button>
    </p>
  );
}

/** What a client's own system is sent, and how it checks that it is ours. */
function WebhookDocs({ events, test, headers, verifier, figures }: Webhooks) {
  const say = useSay();
  const pre = "whitespace-pre-wrap wrap-anywhere rounded-lg bg-sand p-3 text-sm";
  return (
    <section className="mb-8">
      <h2 id="webhooks" className="mb-3">
        webhooks
      </h2>
      <p className="mb-2 max-w-2xl text-soft">{say("api.hooks", figures)}</p>
      <p className="mb-2 max-w-2xl text-soft">{say("api.hooksAnswer", figures)}</p>
      <p className="mb-2 max-w-2xl text-soft">{say("api.hooksOrder")}</p>
      <p className="mb-4 max-w-2xl text-soft">{say("api.hooksFacts", { call: "admin/get-client-ticket" })}</p>
      <h3 className="mb-2">{say("api.hooksCheck")}</h3>
      <p className="mb-2 max-w-2xl text-soft">{say("api.hooksSigned")}</p>
      <pre className={pre} data-verifier="">
        {verifier}
      </pre>
      <Copy text={verifier} word={say("api.hooksCopy")} />
      <h3 className="mt-6 mb-2">{say("api.hooksHeaders")}</h3>
      <pre className={pre}>
        {Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join("\n")}
      </pre>
      <h3 className="mt-6 mb-2">{say("api.hooksEvents")}</h3>
      <div className="flex flex-col gap-2">
        {[...events, test].map(({ event, example }) => (
          <details key={event} className="card">
            <summary className="cursor-pointer">
              <code className="font-semibold wrap-anywhere">{event}</code>
              <span className="block text-sm text-soft">{say(`webhook.event.${event}`)}</span>
            </summary>
            <pre className={`${pre} mt-3`}>{example}</pre>
          </details>
        ))}
      </div>
    </section>
  );
}
