import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { useEffect, useState } from "react";
import { fillField } from "#app/exchange/fill-input.ts";
import { Icon } from "../base/icon.tsx";

export type OptionSearchProps = {
  /** The id of the select that is searched: its options are the choices, and its value is what the form sends. */
  selectId: string;
  label: string;
  /** Says that nothing was found. */
  none: string;
};

/**
 * Searches the options of a select by typing, of thousands, too: only those in sight are drawn. What is chosen is written
 * into the select as if it had been chosen there, and what is chosen there is shown here.
 */
export default function OptionSearch({ selectId, label, none }: OptionSearchProps) {
  const select = document.getElementById(selectId) as HTMLSelectElement;
  const id = `${selectId}-search`;
  const [value, setValue] = useState(select.value);
  const [text, setText] = useState("");
  const [, redraw] = useState(0);
  useEffect(() => {
    const focusSearch = () => document.getElementById(id)?.focus();
    const hadFocus = document.activeElement === select;
    select.className = "sr-only";
    select.tabIndex = -1;
    select.ariaHidden = "true";
    if (hadFocus) focusSearch();
    const follow = () => {
      setValue(select.value);
      redraw((times) => times + 1);
    };
    const ends = new AbortController();
    const { signal } = ends;
    select.addEventListener("input", follow, { signal });
    // Its label and the summary of errors lead to it.
    select.addEventListener("focus", focusSearch, { signal });
    // The page may have been put in place anew, with another choice, other options or an error.
    document.addEventListener("page:shown", follow, { signal });
    return () => ends.abort();
  }, [select, id]);
  const options = new Map([...select.options].map((option) => [option.value, option]));
  const labelOf = (each: string | null) => options.get(each ?? "")?.label ?? "";
  const matches = [...options.keys()].filter((each) => labelOf(each).toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <Combobox
      value={value}
      onChange={(chosen) => chosen !== null && fillField(select, chosen)}
      onClose={() => setText("")}
      virtual={{ options: matches, disabled: (each) => options.get(each)?.disabled ?? false }}
      immediate
    >
      <div className="relative">
        <ComboboxInput
          id={id}
          className="input pr-9"
          aria-label={label}
          aria-required={select.required}
          aria-invalid={select.ariaInvalid === "true"}
          aria-describedby={select.getAttribute("aria-describedby") ?? undefined}
          autoComplete="off"
          displayValue={labelOf}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
        />
        <ComboboxButton
          className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center"
          aria-label={label}
        >
          <Icon name="chevron-down" />
        </ComboboxButton>
        <p role="status" className="text-13 text-soft">
          {text !== "" && matches.length === 0 && none}
        </p>
        {matches.length > 0 && (
          <ComboboxOptions
            modal={false}
            aria-label={label}
            className="absolute z-20 mt-1 max-h-72 w-full overflow-auto rounded-md border border-line bg-white p-1 shadow-lift"
          >
            {({ option }) => (
              <ComboboxOption
                value={option}
                className="w-full cursor-pointer truncate rounded-md px-2 py-2 max-md:py-3 aria-selected:font-semibold data-disabled:text-soft data-focus:bg-teal-50"
              >
                {labelOf(option)}
              </ComboboxOption>
            )}
          </ComboboxOptions>
        )}
      </div>
    </Combobox>
  );
}
