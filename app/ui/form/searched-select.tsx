import { type ComponentProps, useEffect, useRef } from "react";
import { useLoaded } from "../combobox/loaded.ts";

const loadSearch = () => import("../combobox/option-search.tsx");

/** As many options are chosen from the browser's own list. */
const mostListed = 40;

/** `group` is the heading it stands under. */
type SelectOption = { value: string; label: string; disabled?: boolean; group?: string | undefined };

type SearchedSelectProps = Pick<
  ComponentProps<"select">,
  "name" | "required" | "defaultValue" | "aria-invalid" | "aria-describedby"
> & {
  id: string;
  label: string;
  options: readonly SelectOption[];
  /** The text of no choice, false when a choice is always made. */
  empty: string | false;
};

/**
 * A select. On a hydrated page one with more than 40 options is searched by typing: a combobox stands in front of it and
 * writes into it. Otherwise, and where the combobox cannot be loaded, it is the browser's own.
 */
export function SearchedSelect({ label, options, empty, ...control }: SearchedSelectProps) {
  const select = useRef<HTMLSelectElement>(null);
  const Search = useLoaded(loadSearch, options.length > mostListed)?.OptionSearch;
  const searchId = `${control.id}-search`;
  // The select may have the focus when the search comes to stand in front of it.
  useEffect(() => {
    if (Search && document.activeElement === select.current) document.getElementById(searchId)?.focus();
  }, [Search, searchId]);
  return (
    <>
      <select
        {...control}
        ref={select}
        className={Search ? "sr-only" : "input"}
        {...(Search && {
          tabIndex: -1,
          "aria-hidden": true,
          // Its label and the summary of errors lead to it.
          onFocus: () => document.getElementById(searchId)?.focus(),
        })}
      >
        {empty !== false && <option value="">{empty}</option>}
        {[...Map.groupBy(options, ({ group }) => group)].map(([group, grouped]) =>
          group === undefined ? (
            grouped.map(optionOf)
          ) : (
            <optgroup key={group} label={group}>
              {grouped.map(optionOf)}
            </optgroup>
          ),
        )}
      </select>
      {Search && (
        <Search
          select={select}
          id={searchId}
          label={label}
          required={control.required}
          aria-invalid={control["aria-invalid"]}
          aria-describedby={control["aria-describedby"]}
        />
      )}
    </>
  );
}

const optionOf = ({ value, label, disabled }: SelectOption) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);
