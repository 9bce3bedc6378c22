import { listAddress } from "./list-address.ts";

/** The rows of one page of a list, and the cursors of its neighbour pages; null where there is none. */
export type PageKeys = { ids: readonly string[]; next: string | null; previous: string | null };

/** One page of a list, as the list shows it. */
export type ListPage = Omit<PageKeys, "ids"> & {
  /** The list's name, and its filter as a query. */
  list: string;
  narrowed: string;
  /** The number of the page's first row, as the list counts. */
  first: number;
  /** How many rows the list has, as text. */
  total: string;
  take: number;
};

/** The same as a row opened from it needs it: with its rows and its address. */
export type OpenedPage = ListPage & PageKeys & { at: string };

const storageKey = "desk-list";
/** The pages a reader has walked through from row to row. */
const mostPages = 5;

/** The pages of the list on screen, kept in this window only; the newest last. */
function storedPages(): OpenedPage[] {
  try {
    const pages = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]") as OpenedPage[];
    return pages.filter(({ at }) => at.startsWith("/") && !at.startsWith("//"));
  } catch {
    return [];
  }
}

const storePages = (pages: readonly OpenedPage[]) =>
  sessionStorage.setItem(storageKey, JSON.stringify(pages.slice(-mostPages)));

/** Remembers the list on screen, so that a row opened from it knows its neighbours and the way back. */
export default function openedList(element: HTMLElement, left: AbortSignal) {
  const remember = () => {
    const rows = [...document.querySelectorAll(".desk-grid tbody > tr")];
    const page = JSON.parse(element.dataset.page ?? "{}") as ListPage;
    storePages([
      { ...page, ids: rows.map(({ id }) => id.slice("row-".length)), at: location.pathname + location.search },
    ]);
  };
  remember();
  document.addEventListener("page:shown", remember, { signal: left });
}

/** The page of the remembered list on which a row stands. */
export const pageWith = (id: string): OpenedPage | undefined => storedPages().findLast(({ ids }) => ids.includes(id));

/** A neighbour page of the remembered list: the next or the previous one; undefined where there is none. */
export async function neighbourPage(
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
  const known = storedPages().find((stored) => stored.at === at);
  if (known) return known;
  const query = new URLSearchParams(page.narrowed);
  query.set(place as string, cursor);
  query.set("take", String(page.take));
  const answer = await fetch(`/lists/${page.list}/page?${query}`, { signal, headers: { accept: "application/json" } });
  if (!answer.ok) return undefined;
  const neighbour: OpenedPage = {
    ...page,
    ...((await answer.json()) as PageKeys),
    at,
    first: Number(first),
  };
  if (neighbour.ids.length === 0) return undefined;
  storePages([...storedPages(), neighbour]);
  return neighbour;
}
