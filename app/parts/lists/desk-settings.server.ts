import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { pageSizes, usualTake } from "#modules/kernel/lists/keyset.server.ts";
import { lenient } from "#modules/kernel/validation.ts";

/** How this browser shows console lists: rows per page, row height, and the columns of each list. */
const Settings = z.object({
  take: z.union(pageSizes.map((size) => z.literal(size))).catch(usualTake({ kind: "admin" })),
  compact: z.boolean().catch(false),
  columns: z.record(z.string().max(40), z.array(z.string().max(40)).max(40)).catch({}),
  /** The filters that a list remembers. */
  filters: z.record(z.string().max(40), z.record(z.string().max(40), z.string().max(40))).catch({}),
});
type Settings = z.output<typeof Settings>;

/** The query fields that change these settings. */
export const settingsFields = <Id extends string>(columnIds: readonly [Id, ...Id[]]) => ({
  take: lenient(z.enum(pageSizes.map(String) as [string, ...string[]])),
  /** Set when columns and height were chosen, because having none ticked is a choice as well. */
  chosen: lenient(z.literal("1")),
  compact: lenient(z.literal("1")),
  cols: lenient(z.array(z.enum(columnIds)).max(40)),
});

type SettingsQuery = {
  take?: string | undefined;
  chosen?: "1" | undefined;
  compact?: "1" | undefined;
  cols?: readonly string[] | undefined;
};

/**
 * The settings of a list: those stored in this browser, changed by the address; changes are stored. In a saved view
 * (`ofView`) columns and row height come from the view and are not stored. `filters` are those the list remembers, as the
 * address has them.
 */
export function settingsOf(
  list: string,
  usual: readonly string[],
  query: SettingsQuery,
  door: Door,
  { ofView = false, filters = {} }: { ofView?: boolean; filters?: Record<string, string | undefined> } = {},
) {
  const stored = readSettings(door.cookie("desk"));
  const set = Object.entries(filters).filter((each): each is [string, string] => each[1] !== undefined);
  const remembered = { ...stored.filters[list], ...Object.fromEntries(set) };
  const take = query.take ? (Number(query.take) as Settings["take"]) : stored.take;
  const chosen = query.chosen && { compact: query.compact === "1", columns: [...(query.cols ?? [])] };
  const own =
    chosen && !ofView ? { compact: chosen.compact, columns: { ...stored.columns, [list]: chosen.columns } } : stored;
  if (query.take || own !== stored || set.length > 0) {
    const filters = set.length > 0 ? { ...stored.filters, [list]: remembered } : stored.filters;
    door.keep("desk", JSON.stringify({ take, compact: own.compact, columns: own.columns, filters } satisfies Settings));
  }
  return {
    take,
    compact: chosen?.compact ?? stored.compact,
    columns: chosen?.columns ?? stored.columns[list] ?? usual,
    filters: remembered,
  };
}

const usualSettings = Settings.parse({});

function readSettings(text: string | undefined): Settings {
  if (!text) return usualSettings;
  try {
    return Settings.parse(JSON.parse(text));
  } catch {
    return usualSettings;
  }
}
