import { publicPage } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { buttonLook } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { locales, say } from "#modules/messages/index.ts";

export const handle = { public: true, title: "offline.title" } satisfies Handle;

export const loader = publicPage({ limit: reads.once, same: () => true }, () => null);

/**
 * The page the service worker (sw.js) shows while the server is unreachable: cached for every reader, so in both
 * languages.
 */
export default function OfflinePage() {
  return (
    <div className="grid max-w-lg gap-8" data-stand-in="">
      {locales.map((locale, at) => {
        const Heading = at === 0 ? "h1" : "h2";
        return (
          <section key={locale} lang={locale} className="card">
            <Heading className="mb-3">{say("offline.title", {}, locale)}</Heading>
            <p className="mb-5 text-soft">{say("offline.body", {}, locale)}</p>
            {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads the page that could not be loaded */}
            <a className={buttonLook()} href="">
              {say("error.again", {}, locale)}
            </a>
          </section>
        );
      })}
    </div>
  );
}
