import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { callExample, callList } from "#app/api/serve/call-list.server.ts";
import { errorCatalogue } from "#app/api/serve/error-catalogue.ts";
import { publicPage } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { Code, Sentence } from "#app/parts/api-docs/code.tsx";
import { ErrorDocs } from "#app/parts/api-docs/error-docs.tsx";
import { StartDocs } from "#app/parts/api-docs/start-docs.tsx";
import { WebhookDocs } from "#app/parts/api-docs/webhook-docs.tsx";
import { Button } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { env } from "#modules/kernel/env.server.ts";
import { optionalText } from "#modules/kernel/validation.ts";
import { productVersion } from "#modules/kernel/version.server.ts";
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
    whole: find.trim() ? null : wholeOf(),
  }),
);

/** What stands on the whole list alone: the first calls, all codes, the version and where questions are answered. */
const wholeOf = () => ({
  start: {
    create: callExample("POST client/create-ticket", env.publicUrl),
    read: callExample("POST admin/get-client-ticket", env.publicUrl),
    events: callExample("GET client/events", env.publicUrl),
  },
  codes: errorCatalogue(),
  version: productVersion(),
  help: { phone: env.supportPhone, hours: env.supportHours },
});

/** Whether the part about webhooks has each of the words. */
function tellsOfWebhooks(find: string): boolean {
  const searchable = ["webhooks", ...Object.keys(webhookGuide().headers), ...webhookEvents, testEvent].join(" ");
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searchable.includes(word));
}

/** The API's documentation, generated from the table that answers the calls. */
export default function ApiDocs() {
  const { groups, more, find, webhooks, whole } = useLoaderData<typeof loader>();
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
      <p className="mb-2 max-w-2xl text-soft">{say("api.docsOnce")}</p>
      <p className="mb-4 max-w-2xl text-soft">{say("api.docsLimits")}</p>
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
        {whole && (
          <a className="link flex min-h-11 items-center" href="#start">
            {say("api.docsStart")}
          </a>
        )}
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
        {whole && (
          <a className="link flex min-h-11 items-center" href="#errors">
            {say("api.docsErrors")}
          </a>
        )}
        {whole && (
          <a className="link flex min-h-11 items-center" href="#versions">
            {say("api.docsVersions")}
          </a>
        )}
      </nav>
      {whole && <StartDocs {...whole.start} />}
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
                  <span className="block text-sm text-soft">
                    <Sentence text={call.summary} />
                  </span>
                </summary>
                <p className="mt-3 text-sm">
                  {say("api.docsFor")}: {call.for}
                  {call.can && ` · ${call.can}`}
                  {call.scope && ` · ${say("api.docsScope", { scope: call.scope })}`}
                  {call.proof && " · x-otp-proof"}
                  {call.once && " · Idempotency-Key"}
                </p>
                <Code text={call.example} copy={say("api.docsCopy")} />
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
                        {means && (
                          <dd>
                            <Sentence text={means} />
                          </dd>
                        )}
                      </div>
                    ))}
                  </dl>
                )}
                <p className="mt-2 text-sm font-semibold">{say("common.answer")}</p>
                <Code text={call.answer} />
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
      {whole && <ErrorDocs codes={whole.codes} />}
      {whole && (
        <section className="mb-8 max-w-2xl">
          <h2 id="versions" className="mb-3">
            {say("api.docsVersions")}
          </h2>
          <p className="mb-4 text-soft">{say("api.docsPolicy", { version: whole.version })}</p>
          <h2 id="help" className="mb-3">
            {say("common.help")}
          </h2>
          <p className="text-soft">{say("api.docsHelp", whole.help)}</p>
        </section>
      )}
    </>
  );
}
