import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import type { Count } from "./counts.ts";
import { listAddress } from "./list-address.ts";

/** The rows of one page of a list, and the cursors of its neighbour pages; null where there is none. */
export type PageKeys = { ids: readonly string[]; next: string | null; previous: string | null };

/** One page of a list, as a row opened from it needs it. */
export type OpenedPage = PageKeys & {
  /** Its address. */
  at: string;
  /** The list's name, and its filter as a query. */
  list: string;
  narrowed: string;
  /** The number of the page's first row, as the list counts. */
  first: number;
  count: Count;
  take: number;
};

const keptAs = "desk-list";
/** The pages a reader has walked through from row to row. */
const mostPages = 5;

/** The pages of the list on screen, kept in this window only; the newest last. */
function keptPages(): OpenedPage[] {
  try {
    const pages = JSON.parse(sessionStorage.getItem(keptAs) ?? "[]") as OpenedPage[];
    return pages.filter(({ at }) => at.startsWith("/") && !at.startsWith("//"));
  } catch {
    return [];
  }
}

const keep = (pages: readonly OpenedPage[]) => sessionStorage.setItem(keptAs, JSON.stringify(pages.slice(-mostPages)));

/** Remembers the list on screen, so that a row opened from it knows its neighbours and the way back. */
export function useRememberedList(page: Omit<OpenedPage, "at">) {
  const { pathname, search } = useLocation();
  const known = JSON.stringify(page);
  useEffect(() => keep([{ ...(JSON.parse(known) as typeof page), at: pathname + search }]), [pathname, search, known]);
}

/** The page of the remembered list on which a row stands. */
export const pageWith = (id: string): OpenedPage | undefined => keptPages().findLast(({ ids }) => ids.includes(id));

/** A page of the remembered list beside one: the next or the previous one; undefined where there is none. */
export async function pageBeside(
  page: OpenedPage,
  way: "next" | "previous",
  signal: AbortSignal,
): Promise<OpenedPage | undefined> {
  const cursor = page[way];
  if (!cursor) return undefined;
  const [place, first] =
    way === "next" ? ["after", page.first + page.ids.length] : ["before", Math.max(1, page.first - page.take)];
  const { pathname, searchParams } = new URL(page.at, window.location.origin);
  const at = listAddress(pathname, searchParams, { [place as string]: cursor, row: String(first) });
  const known = keptPages().find((kept) => kept.at === at);
  if (known) return known;
  const asked = new URLSearchParams(page.narrowed);
  asked.set(place as string, cursor);
  asked.set("take", String(page.take));
  const answer = await fetch(`/lists/${page.list}/page?${asked}`, { signal, headers: { accept: "application/json" } });
  if (!answer.ok) return undefined;
  const beside: OpenedPage = { ...page, ...((await answer.json()) as PageKeys), at, first: Number(first) };
  if (beside.ids.length === 0) return undefined;
  keep([...keptPages(), beside]);
  return beside;
}
