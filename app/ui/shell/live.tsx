import type { ReactNode } from "react";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";

/** Reads the page anew whenever the stream at `path` has news. */
export const LiveNews = ({ path, children }: { path: string; children: ReactNode }) => (
  <>
    {children}
    <span hidden data-enhance="live-news" data-path={path} />
  </>
);

const dot =
  "before:size-2 before:rounded-full before:bg-green-700 data-[live=off]:before:invisible data-[live=lost]:before:hidden";

/** Shows whether the page updates by itself, or how to reload it without JavaScript. */
export function LiveHint() {
  const say = useSay();
  const { here } = useSite();
  return (
    <p
      className={`flex min-h-6 items-center gap-2 text-[0.9375rem] text-soft ${dot}`}
      data-enhance="live-hint"
      data-holds="data-live"
      data-live="off"
      data-lost={say("live.off")}
    >
      <noscript>
        <a className="link" href={here}>
          {say("live.reload")}
        </a>
      </noscript>
      <span className="not-yet" data-own="">
        {say("live.on")}
      </span>
    </p>
  );
}
