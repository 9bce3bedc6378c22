import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from "@headlessui/react";
import { type ComponentProps, type RefObject, useEffect, useState } from "react";
import { Icon } from "../base/icon.tsx";
import { useSay } from "../base/say.tsx";
import { fillField } from "../typed/fill-input.ts";

type OptionSearchProps = {
  /** The select that is searched: its options are the choices, and its value is what the form sends. */
  select: RefObject<HTMLSelectElement>;
  /** The id of the search field. */
  id: string;
  label: string;
} & Pick<ComponentProps<"select">, "required" | "aria-invalid" | "aria-describedby">;

/**
 * Searches the options of a select by typing, of thousands, too: only those in sight are drawn. What is chosen is written
 * into the select as if it had been chosen there, and what is chosen there is shown here.
 */
export function OptionSearch({ select, id, label, required, ...described }: OptionSearchProps) {
  const say = useSay();
  const [value, setValue] = useState(() => select.current!.value);
  const [text, setText] = useState("");
  useEffect(() => {
    const control = select.current!;
    const follow = () => setValue(control.value);
    control.addEventListener("input", follow);
    return () => control.removeEventListener("input", follow);
  }, [select]);
  const options = new Map([...select.current!.options].map((option) => [option.value, option]));
  const labelOf = (each: string | null) => options.get(each ?? "")?.label ?? "";
  const matches = [...options.keys()].filter((each) => labelOf(each).toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <Combobox
      value={value}
      onChange={(chosen) => chosen !== null && fillField(select.current!, chosen)}
      onClose={() => setText("")}
      virtual={{ options: matches, disabled: (each) => options.get(each)?.disabled ?? false }}
      immediate
    >
      <div className="relative">
        <ComboboxInput
          id={id}
          className="input pr-9"
          aria-label={label}
          aria-required={required}
          autoComplete="off"
          displayValue={labelOf}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          {...described}
        />
        <ComboboxButton
          className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center"
          aria-label={label}
        >
          <Icon name="chevron-down" />
        </ComboboxButton>
        <p role="status" className="text-13 text-soft">
          {text !== "" && matches.length === 0 && say("find.count", { n: 0 })}
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
