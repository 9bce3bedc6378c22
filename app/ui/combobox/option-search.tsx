import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { useEffect, useState } from "react";
import { fillField } from "#app/exchange/fill-input.ts";
import { Icon } from "../base/icon.tsx";
import type { OptionsAnswer } from "./options.ts";

export type OptionSearchProps = {
  /** The id of the select that is searched: its options are the choices, and its value is what the form sends. */
  selectId: string;
  label: string;
  /** Says that nothing was found. */
  none: string;
  /** Where the select has but some of many options: the address that finds others. */
  at?: string | undefined;
  /** Says that there are more than those that are shown. */
  most?: string | undefined;
};

/** How long one may pause between two letters, in milliseconds. */
const pauseMs = 150;

/** What the server finds for a text; null until it has answered, and where it is not asked. */
function useMatching(at: string | undefined, text: string): OptionsAnswer | null {
  const [matching, setMatching] = useState<OptionsAnswer | null>(null);
  useEffect(() => {
    setMatching(null);
    if (!at || text === "") return;
    const asking = new AbortController();
    const { signal } = asking;
    const timer = setTimeout(async () => {
      // Left for another text, or without a connection, the options of the page are those there are.
      const answer = await fetch(`${at}?${new URLSearchParams({ q: text })}`, { signal }).catch(() => undefined);
      const result = answer?.ok ? ((await answer.json()) as OptionsAnswer) : null;
      if (!signal.aborted) setMatching(result);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [at, text]);
  return matching;
}

/**
 * Searches the options of a select by typing, of thousands, too: only those in sight are drawn, and those that the page
 * does not have are found by the server. What is chosen is written into the select as if it had been chosen there, and what
 * is chosen there is shown here.
 */
export default function OptionSearch({ selectId, label, none, at, most }: OptionSearchProps) {
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
  const typed = text.trim();
  const matching = useMatching(at, typed);
  const options = new Map([...select.options].map((option) => [option.value, option]));
  for (const { value: each, label: words } of matching?.options ?? [])
    if (!options.has(each)) options.set(each, new Option(words, each));
  const labelOf = (each: string | null) => options.get(each ?? "")?.label ?? "";
  const matches = matching
    ? matching.options.map(({ value: each }) => each)
    : [...options.keys()].filter((each) => labelOf(each).toLowerCase().includes(typed.toLowerCase()));
  const isAsking = at !== undefined && typed !== "" && !matching;
  const choose = (chosen: string) => {
    const option = options.get(chosen);
    if (option && !select.contains(option)) select.add(option);
    fillField(select, chosen);
  };
  return (
    <Combobox
      value={value}
      onChange={(chosen) => chosen !== null && choose(chosen)}
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
          {!isAsking && text !== "" && matches.length === 0 && none}
          {matching?.more && matches.length > 0 && most}
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
