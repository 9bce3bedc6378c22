import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { callList } from "#app/api/serve/call-list.server.ts";
import { publicPage } from "#app/http/doors/page.server.ts";
import { Button } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { env } from "#modules/kernel/env.server.ts";
import { optionalText } from "#modules/kernel/validation.ts";

export const handle = { public: true, title: "api.docsTitle" } satisfies Handle;

const Query = z.object({ find: optionalText(60) });

export const loader = publicPage({ query: Query }, (_anyone, { find }) => ({
  find: find ?? "",
  groups: callList(find ?? "", env.publicUrl),
}));

/** The API's documentation, generated from the table that answers the calls. */
export default function ApiDocs() {
  const { groups, find } = useLoaderData<typeof loader>();
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
          <input id="find" name="find" className="input" maxLength={60} defaultValue={find} />
        </div>
        <Button tone="quiet">{say("api.docsSearch")}</Button>
      </form>
      {groups.length === 0 && (
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
                <p className="mt-2 flex items-center gap-3">
                  <Button
                    tone="quiet"
                    type="button"
                    small
                    hidden
                    data-enhance="copy"
                    data-copy={call.example}
                    data-copied={say("api.docsCopied")}
                  >
                    {say("api.docsCopy")}
                  </Button>
                </p>
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
    </>
  );
}
