import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../base/icon.tsx";
import { searchInput } from "./search-input.ts";

export type SearchEntry = { key: string; to: string; icon: IconName; label: ReactNode; hint?: string | undefined };
export type SearchGroup = { title: string; entries: readonly SearchEntry[] };

type SearchListProps = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly SearchGroup[];
  /** Whether more entries may come. */
  busy: boolean;
  onChoose: (entry: SearchEntry) => void;
};

/**
 * A search field over the list of what it finds, in groups: typing makes the first entry the active one, arrows move, Enter
 * or a press chooses. It navigates nowhere by itself.
 */
export function SearchList({ label, placeholder, text, onText, groups, busy, onChoose }: SearchListProps) {
  return (
    <Combobox<SearchEntry | null> value={null} onChange={(entry) => entry && onChoose(entry)} immediate>
      <ComboboxInput
        type="search"
        className={searchInput}
        aria-label={label}
        autoComplete="off"
        autoFocus
        placeholder={placeholder}
        data-most={60}
        displayValue={() => text}
        onChange={(event) => onText(event.target.value)}
        // The list is all there is to reach; Tab chooses nothing by the way.
        onKeyDown={(event) => event.key === "Tab" && event.preventDefault()}
      />
      <ComboboxOptions
        static
        modal={false}
        aria-label={label}
        aria-busy={busy}
        className="max-h-[50vh] overflow-auto p-1.25"
      >
        {groups.map(({ title, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options of a listbox
          <div key={title} role="group" aria-label={title}>
            <p className="px-1.75 pt-2 pb-0.5 text-12 font-semibold text-soft" aria-hidden="true">
              {title}
            </p>
            {entries.map((entry) => (
              <ComboboxOption
                key={entry.key}
                value={entry}
                className="flex min-h-8.5 cursor-pointer items-center gap-2.25 rounded-[6px] px-1.75 text-13 hover:bg-teal-50 data-focus:bg-teal-50"
              >
                <Icon name={entry.icon} />
                <span className="min-w-0 overflow-hidden text-ellipsis whitespace-nowrap">{entry.label}</span>
                {entry.hint && <small className="ml-auto whitespace-nowrap text-soft">{entry.hint}</small>}
              </ComboboxOption>
            ))}
          </div>
        ))}
      </ComboboxOptions>
    </Combobox>
  );
}
