import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { followNews } from "#app/ui/shell/live-source.ts";
import { showTime } from "#modules/kernel/clock.ts";
import type { HistoryLine } from "#modules/tickets/index.ts";
import { whatOf, whoOf } from "#modules/tickets/shared.ts";

/** A history line as JSON carries it. */
type Sent = Omit<HistoryLine, "at"> & { at: string };

type NewsBarProps = {
  ticketId: string;
  /** The newest line of the history that the page shows. */
  shown: string | undefined;
};

/**
 * Says within two seconds that somebody changed the open request, and who; the page itself changes only when asked, so
 * that nothing moves or is lost under whoever is typing.
 */
export function NewsBar({ ticketId, shown }: NewsBarProps) {
  const say = useSay();
  const locale = useLocale();
  const { revalidate, state } = useRevalidator();
  const [news, setNews] = useState<readonly Sent[]>([]);
  useEffect(() => {
    setNews([]);
    let asking = new AbortController();
    const look = async () => {
      asking.abort();
      asking = new AbortController();
      const query = new URLSearchParams({ ticketId, ...(shown && { since: shown }) });
      const answer = await fetch(`/requests/news?${query}`, { signal: asking.signal }).catch(() => undefined);
      if (answer?.ok) setNews(((await answer.json()) as { lines: Sent[] }).lines);
    };
    const stop = followNews(`/live/request?ticketId=${ticketId}`, { news: () => void look(), connected: () => {} });
    return () => {
      stop();
      asking.abort();
    };
  }, [ticketId, shown]);
  const latest = news[0];
  return (
    <div role="status" data-news="" className="empty:hidden">
      {latest && (
        <p className="flex flex-none flex-wrap items-center gap-2 bg-marigold-50 px-4 py-2 text-13 text-marigold-700">
          {say("request.changed", {
            name: whoOf({ ...latest, at: new Date(latest.at) }, say),
            what: whatOf({ ...latest, at: new Date(latest.at) }, say, locale),
            at: showTime(latest.at, locale),
          })}{" "}
          {news.length > 1 && say("common.andNMore", { n: news.length - 1 })}
          <button type="button" className="d-btn" disabled={state !== "idle"} onClick={() => revalidate()}>
            {say("common.show")}
          </button>
        </p>
      )}
    </div>
  );
}
