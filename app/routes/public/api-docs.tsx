import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callList } from "#app/api/call-list.server.ts";
import { publicPage } from "#app/http/page.server.ts";
import { useSay } from "#app/ui/say.tsx";
import { PublicShell } from "#app/ui/shell.tsx";
import { say } from "#modules/kernel/messages/index.ts";

export const handle = { public: true };
export const meta: MetaFunction = () => [{ title: say("api.docsTitle") }];

export const loader = publicPage(() => ({ groups: callList() }));

/** The API's calls for people: derived from the same table that answers them. */
export default function ApiDocs() {
  const { groups } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <PublicShell>
      <h1 className="mb-2">{say("api.docsTitle")}</h1>
      <p className="mb-6 max-w-2xl text-soft">
        {say("api.docsIntro")}{" "}
        <a className="link" href="/api/openapi.json">
          /api/openapi.json
        </a>
      </p>
      {groups.map(({ name, calls }) => (
        <section key={name} className="mb-8">
          <h2 className="mb-3">{name}</h2>
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
    </PublicShell>
  );
}
