import type { ListedCode } from "#app/api/serve/error-catalogue.ts";
import { useSay } from "#app/ui/base/say.tsx";

/** Every code the API refuses with, by status. */
export function ErrorDocs({ codes }: { codes: readonly ListedCode[] }) {
  const say = useSay();
  return (
    <section className="mb-8">
      <h2 id="errors" className="mb-3">
        {say("api.docsErrors")}
      </h2>
      <p className="mb-4 max-w-2xl text-soft">{say("api.docsErrorsLead")}</p>
      <details className="card">
        <summary className="cursor-pointer">
          {say("api.docsErrors")} ({codes.length})
        </summary>
        <dl className="mt-2 text-sm">
          {codes.map(({ code, status, calls }) => (
            <div key={`${status} ${code}`} className="border-t border-line py-2">
              <dt>
                {status} <code className="wrap-anywhere font-semibold">{code}</code>{" "}
                <span className="text-soft">{calls ?? say("api.docsEveryCall")}</span>
              </dt>
              <dd>{say(code)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
