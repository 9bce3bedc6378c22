import { publicPage } from "#app/http/page.server.ts";
import type { Handle } from "#app/ui/handle.ts";
import { locales, say } from "#modules/kernel/messages/index.ts";

export const handle = { public: true, title: "offline.title" } satisfies Handle;

export const loader = publicPage(() => null);

/** What a browser shows while it reaches nobody (sw.js keeps it): one page for every reader, so in both languages. */
export default function OfflinePage() {
  return (
    <div className="mx-auto grid max-w-lg gap-8" data-stand-in="">
      {locales.map((locale, at) => {
        const Heading = at === 0 ? "h1" : "h2";
        return (
          <section key={locale} lang={locale} className="card">
            <Heading className="mb-3">{say("offline.title", {}, locale)}</Heading>
            <p className="mb-5 text-soft">{say("offline.body", {}, locale)}</p>
            {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page which could not be had */}
            <a className="btn btn-main" href="">
              {say("error.again", {}, locale)}
            </a>
          </section>
        );
      })}
    </div>
  );
}
