import { useMatches } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";
import { buttonLook } from "../base/button.tsx";
import type { BandColour, Handle } from "../base/handle.ts";
import { LanguageSwitch } from "../base/language-switch.tsx";
import { topLink } from "../base/link.tsx";
import { Wordmark } from "../base/logo.tsx";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";
import { HelpLink, Skip, useHelpHours } from "./frame.tsx";
import { InlineToast } from "./inline-toast.tsx";

const Inside = createContext(false);

/** Header, help and language of every public page. The root adds it to every public page; nested, it adds nothing. */
export function PublicShell({ children }: { children: ReactNode }) {
  if (useContext(Inside)) return <>{children}</>;
  return (
    <Inside.Provider value={true}>
      <Frame>{children}</Frame>
    </Inside.Provider>
  );
}

const offlineLine =
  "flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-marigold-100 px-4 py-2.5 text-center text-ink";

/** Sticky while offline and until a stored form was sent. Hidden while online; islands/offline.ts shows the part that applies. */
function OfflineBar() {
  const say = useSay();
  return (
    <div role="status" data-enhance="offline" className="sticky top-0 z-20">
      <p className={offlineLine} data-when="away" hidden>
        {say("offline.away")}
      </p>
      <p className={offlineLine} data-when="unsent" hidden>
        {say("offline.kept")}
      </p>
      <p className={offlineLine} data-when="back" hidden>
        {say("offline.back")}{" "}
        <button type="button" className={buttonLook({ small: true })}>
          {say("offline.send")}
        </button>
      </p>
    </div>
  );
}

/** Over a dark band the words and signs of the header are white, and the focus is marigold. */
const onDark =
  "text-white [&_:focus-visible]:outline-marigold-400 [&_:is(a,button):hover]:bg-white/15 [&_rect]:fill-teal-600 [&_span]:text-white";

/** The colours of a band, and of the header over it. */
const bandLooks: Record<BandColour | "teal", { band: string; header: string }> = {
  teal: { band: "bg-teal-800", header: `${onDark} bg-teal-800` },
  good: { band: "bg-green-700", header: `${onDark} bg-green-700` },
  ended: { band: "bg-teal-900", header: `${onDark} bg-teal-900` },
  amber: { band: "bg-marigold-100", header: "bg-marigold-100 text-ink" },
};

/** The look of the band on top of the page, where it has one. */
function useBand() {
  const bands = useMatches().map(
    ({ handle, data }) => data !== undefined && (handle as Handle | undefined)?.band?.(data as never),
  );
  const colour = bands.find(Boolean);
  return colour ? bandLooks[colour === true ? "teal" : colour] : undefined;
}

function Frame({ children }: { children: ReactNode }) {
  const say = useSay();
  const hours = useHelpHours();
  const site = useSite();
  const band = useBand();
  return (
    <div className="flex min-h-dvh flex-col">
      <Skip />
      <header className={band ? band.header : "border-b border-line bg-white"} data-band="">
        <div
          className={`mx-auto flex w-full flex-wrap items-center justify-between gap-x-2 px-4 ${band ? "min-h-14 max-w-[72rem]" : "min-h-16 max-w-5xl"}`}
        >
          <a href="/" className="flex min-h-11 items-center rounded-sm">
            <Wordmark name={site.name} />
          </a>
          <div className="-mr-2 flex items-center">
            <HelpLink top />
            <LanguageSwitch className={`cursor-pointer ${topLink}`} />
          </div>
        </div>
      </header>
      <OfflineBar />
      {band ? (
        <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
          <div className={`${band.band} px-[max(1rem,calc(50%-35rem))] [&>output]:my-2`} data-band="">
            <InlineToast />
          </div>
          {children}
        </main>
      ) : (
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-5xl flex-1 px-4 py-6 outline-none md:py-10">
          <InlineToast />
          {children}
        </main>
      )}
      <footer className="border-t border-line bg-sand text-sm text-soft">
        <div
          className={`mx-auto flex flex-col gap-2 px-4 py-6 md:flex-row md:items-center md:justify-between ${band ? "max-w-[72rem]" : "max-w-5xl"}`}
        >
          <div>
            <p lang="hi">{site.tagline}</p>
            <p>
              <a
                className="link inline-flex min-h-11 items-center"
                href={`tel:${site.supportPhone.replace(/[^\d+]/g, "")}`}
              >
                {say("shell.helpLine", { phone: site.supportPhone, hours })}
              </a>
            </p>
          </div>
          <nav aria-label={site.name} className="flex flex-wrap gap-x-5">
            <a className="link flex min-h-11 items-center" href="/booking">
              {say("common.bookAService")}
            </a>
            <a className="link flex min-h-11 items-center" href="/ServiceStatus/">
              {say("tracking.title")}
            </a>
            <a className="link flex min-h-11 items-center" href="/my-notifications">
              {say("inbox.mine")}
            </a>
            <a className="link flex min-h-11 items-center" href="/blogs">
              {say("common.blog")}
            </a>
            <a className="link flex min-h-11 items-center" href="/login">
              {say("shell.partnerLogin")}
            </a>
          </nav>
        </div>
        {site.sandbox && <p className="bg-marigold-100 px-4 py-2 text-center text-ink">{say("shell.sandbox")}</p>}
      </footer>
    </div>
  );
}
