import type { ComponentProps } from "react";
import { searchOptions, searchTextOf } from "../base/refused.ts";
import { useSay } from "../base/say.tsx";
import type { OptionSearchProps } from "../combobox/option-search.tsx";

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
  /**
   * Where the options are but some of many: the address that finds others, and what was typed to find these. `page` is the
   * one without JavaScript, for a form that leads elsewhere.
   */
  search?: { at: string; typed: string; page?: string | undefined } | undefined;
};

/**
 * A select. In a console one with more than 40 options, or with some of many, is searched by typing once it is touched: a
 * combobox stands in front of it and writes into it (searched-select-island.ts). Without JavaScript, and where the combobox
 * cannot be loaded, it is the browser's own, and some of many have a field above them that sends the form to search.
 */
export function SearchedSelect({ label, options, empty, search: of, ...control }: SearchedSelectProps) {
  const say = useSay();
  const select = (
    <select {...control} className="input" data-holds="class tabindex aria-hidden">
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
  );
  if (options.length <= mostListed && !of) return select;
  const search: OptionSearchProps = {
    selectId: control.id,
    label,
    none: say("find.count", { n: 0 }),
    at: of?.at,
    most: say("find.typeOn"),
  };
  return (
    <div data-enhance="searched-select">
      {of && control.name && <SearchText label={label} select={control.name} typed={of.typed} page={of.page} />}
      {select}
      <template>
        <div data-enhance="option-search" data-props={JSON.stringify(search)} data-own="" />
      </template>
    </div>
  );
}

/** What is typed to search the options of a select without JavaScript, and the button that sends the form for them. */
function SearchText({
  label,
  select,
  typed,
  page,
}: {
  label: string;
  select: string;
  typed: string;
  page: string | undefined;
}) {
  const say = useSay();
  // In a browser with scripts there is no such button: Enter in a field would press it, as the form's first one.
  return (
    <noscript>
      <div className="mb-2 flex gap-2">
        <input
          type="search"
          name={searchTextOf(select)}
          defaultValue={typed}
          className="input"
          aria-label={say("find.among", { what: label })}
          autoComplete="off"
          data-most={60}
        />
        <button
          type="submit"
          name={searchOptions}
          value={select}
          formAction={page}
          formNoValidate
          className="btn btn-quiet"
        >
          {say("common.find")}
        </button>
      </div>
    </noscript>
  );
}

const optionOf = ({ value, label, disabled }: SelectOption) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);
