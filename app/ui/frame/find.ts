import type { IconName } from "../base/icon.tsx";

/** One thing that is found: its page, its name, and what stands before and after the name. */
export type Entry = { to: string; label: string; strong?: string; hint?: string | null };

/** What the search's address answers: the entries of each group, by its name. */
export type FindResult = Readonly<Record<string, readonly Entry[]>>;

/** What a console's palette searches besides its pages. */
export type PaletteSearch = {
  /** The address that answers what a text (`q`) finds, as a `FindResult`. */
  from: string;
  /** The groups of what is found, in their order. */
  groups: readonly { name: string; title: string; icon: IconName }[];
  /** The list of all that a text finds: its address, in which `{text}` stands for the text, and its words. */
  all: { to: string; words: string };
  /** What may be typed. */
  hint: string;
};
