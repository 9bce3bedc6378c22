import type { ComponentProps } from "react";
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
};

/**
 * A select. In a console one with more than 40 options is searched by typing once it is touched: a combobox stands in front
 * of it and writes into it (searched-select-island.ts). Otherwise, and where the combobox cannot be loaded, it is the
 * browser's own.
 */
export function SearchedSelect({ label, options, empty, ...control }: SearchedSelectProps) {
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
  if (options.length <= mostListed) return select;
  const search: OptionSearchProps = { selectId: control.id, label, none: say("find.count", { n: 0 }) };
  return (
    <div data-enhance="searched-select">
      {select}
      <template>
        <div data-enhance="option-search" data-props={JSON.stringify(search)} data-own="" />
      </template>
    </div>
  );
}

const optionOf = ({ value, label, disabled }: SelectOption) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);
