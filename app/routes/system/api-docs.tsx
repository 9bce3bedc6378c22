import { useLoaderData } from "@remix-run/react";
import { callList } from "#app/api/serve/call-list.server.ts";
import { publicPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";

export const handle = { public: true, title: "api.docsTitle" } satisfies Handle;

export const loader = publicPage(() => ({ groups: callList() }));

/** The API's documentation, generated from the table that answers the calls. */
export default function ApiDocs() {
  const { groups } = useLoaderData<typeof loader>();
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
      <p className="mb-2 max-w-2xl text-soft">{say("api.docsProof")}</p>
      <p className="mb-4 max-w-2xl text-soft">{say("api.docsOnce")}</p>
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
                  {call.proof && " · x-otp-proof"}
                  {call.once && " · Idempotency-Key"}
                </p>
                {call.fields.length > 0 && (
                  <ul className="mt-2 list-disc pl-5 text-sm">
                    {call.fields.map(({ name, required }) => (
                      <li key={name}>
                        <code className="wrap-anywhere">{name}</code>
                        {required && ` (${say("api.docsRequired")})`}
                      </li>
                    ))}
                  </ul>
                )}
              </details>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
