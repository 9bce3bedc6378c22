import { useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { Selection } from "#app/ui/desk/selection.ts";
import { followNews } from "#app/ui/shell/live-source.ts";

/** The shortest time between two looks for news: each costs a query. */
const lookEveryMs = 1_500;

type News = { added: number; changed: number };
type Tally = { sumPaise: number | null; news: News | null };

/** What is on the screen: the list's name, its first row, its rows, and when they were read. */
export type SeenPage = { list: string; head: string | null; ids: readonly string[]; at: number };

const ask = async (list: string, query: URLSearchParams, signal: AbortSignal): Promise<Tally> => {
  const answer = await fetch(`/lists/${list}/tally?${query}`, { signal, headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(`the tally answered ${answer.status}`);
  return answer.json();
};

const nothing: News = { added: 0, changed: 0 };

/**
 * Figures the server computes for an open list: the sum of the selection (R462), and how many rows came or changed since the
 * list was loaded. The list itself does not change until the reader asks for them.
 */
export function useTally(selection: Selection, { list, head, ids, at }: SeenPage) {
  const [query] = useSearchParams();
  /** Undefined until it is known; null for more rows than are summed. */
  const [sumPaise, setSum] = useState<number | null>();
  const [news, setNews] = useState(nothing);
  const selected = [...selection.ids].sort().join(" ");
  const shown = ids.join(" ");
  const address = String(query);

  useEffect(() => {
    setSum(undefined);
    if (!selected) return;
    const asking = new AbortController();
    const wanted = selection.all ? new URLSearchParams(address) : new URLSearchParams();
    if (!selection.all) for (const id of selected.split(" ")) wanted.append("ids", id);
    wanted.set("sum", "1");
    ask(list, wanted, asking.signal).then((tally) => setSum(tally.sumPaise), ignoreAbort);
    return () => asking.abort();
  }, [list, selected, selection.all, address]);

  useEffect(() => {
    setNews(nothing);
    let asking = new AbortController();
    const wanted = new URLSearchParams(address);
    wanted.set("at", String(at));
    if (head) wanted.set("head", head);
    for (const id of shown.split(" ")) if (id) wanted.append("seen", id);
    let due: ReturnType<typeof setTimeout> | undefined;
    let lookedAt = 0;
    const look = () => {
      due = undefined;
      lookedAt = Date.now();
      asking.abort();
      asking = new AbortController();
      ask(list, wanted, asking.signal).then((tally) => setNews(tally.news ?? nothing), ignoreAbort);
    };
    // News come in bursts.
    const onNews = () => {
      due ??= setTimeout(look, Math.max(0, lookedAt + lookEveryMs - Date.now()));
    };
    const stop = followNews("/live/desk", { news: onNews, connected: () => {} });
    return () => {
      stop();
      clearTimeout(due);
      asking.abort();
    };
  }, [list, head, shown, at, address]);

  return { sumPaise, news };
}

/** An aborted request, or an unreachable server: the next event asks again. */
const ignoreAbort = () => {};
