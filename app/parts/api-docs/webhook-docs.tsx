import { useSay } from "#app/ui/base/say.tsx";
import type { webhookGuide } from "#modules/notifications/index.ts";
import { Code } from "./code.tsx";

/** What a client's own system is sent, and how it checks that it is ours. */
export function WebhookDocs({ events, test, headers, receivers, figures }: ReturnType<typeof webhookGuide>) {
  const say = useSay();
  return (
    <section className="mb-8">
      <h2 id="webhooks" className="mb-3">
        webhooks
      </h2>
      <p className="mb-2 max-w-2xl text-soft">{say("api.hooks", figures)}</p>
      <p className="mb-2 max-w-2xl text-soft">{say("api.hooksAnswer", figures)}</p>
      <p className="mb-2 max-w-2xl text-soft">{say("api.hooksOrder")}</p>
      <p className="mb-2 max-w-2xl text-soft">{say("api.hooksPast", { ...figures, call: "client/events" })}</p>
      <p className="mb-4 max-w-2xl text-soft">
        {say("api.hooksFacts", { call: "admin/get-client-ticket", uploadCall: "admin/ticket-upload/{upload_id}" })}
      </p>
      <h3 className="mb-2">{say("api.hooksCheck")}</h3>
      <p className="mb-2 max-w-2xl text-soft">{say("api.hooksSigned")}</p>
      <div className="flex flex-col gap-2">
        {receivers.map(({ language, file, text }) => (
          <details key={file} className="card">
            <summary className="cursor-pointer font-semibold">{language}</summary>
            <Code text={text} copy={say("api.hooksCopy")} name={file} />
          </details>
        ))}
      </div>
      <h3 className="mt-6">{say("api.hooksHeaders")}</h3>
      <Code
        text={Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join("\n")}
      />
      <h3 className="mt-6 mb-2">{say("common.events")}</h3>
      <div className="flex flex-col gap-2">
        {[...events, test].map(({ event, example }) => (
          <details key={event} className="card">
            <summary className="cursor-pointer">
              <code className="font-semibold wrap-anywhere">{event}</code>
              <span className="block text-sm text-soft">{say(`webhook.event.${event}`)}</span>
            </summary>
            <Code text={example} />
          </details>
        ))}
      </div>
    </section>
  );
}
