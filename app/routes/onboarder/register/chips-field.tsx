import type { ReactNode } from "react";
import { Button } from "#app/ui/base/button.tsx";
import { useField } from "#app/ui/form/form-state.ts";

type ChipsProps = {
  /** The list that is sent; each chip is a ticked box with this name. */
  name: string;
  /** The list's label. */
  label: string;
  hint: string;
  /** The error for a value that is already in the list. */
  twice?: string;
  /** The intent that adds a value without JavaScript, and its button's label. */
  intent: string;
  add: string;
  words?: (value: string) => string;
  /** The field a chip is made from; it shows the list's errors (`into`). */
  children: ReactNode;
};

/** Collects several values as chips (R183); unticking one removes it, with or without JavaScript. */
export function ChipsField({ name, label, hint, twice, intent, add, words = (value) => value, children }: ChipsProps) {
  const { id, list } = useField(name);
  return (
    <div id={id} tabIndex={-1} className="outline-none" data-enhance="chips" {...(twice && { "data-twice": twice })}>
      <div className="flex flex-col gap-3 sm:flex-row">
        {children}
        <Button tone="quiet" name="intent" value={intent} className="self-start sm:mt-7">
          {add}
        </Button>
      </div>
      <p role="alert" className="wrong mt-1 empty:hidden" data-chip-said="" />
      <ul aria-label={label} data-chips="" className="peer mt-3 flex flex-wrap gap-2 empty:hidden">
        {list.map((value) => (
          <Chip key={value} name={name} value={value} words={words(value)} />
        ))}
      </ul>
      <p className="hint mt-1 peer-empty:hidden">{hint}</p>
      <template>
        <Chip name={name} value="" words="" />
      </template>
    </div>
  );
}

function Chip({ name, value, words }: { name: string; value: string; words: string }) {
  return (
    <li>
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-teal-700 bg-teal-50 px-3.5 has-focus-visible:outline-3 has-focus-visible:outline-teal-700">
        <input type="checkbox" name={name} value={value} defaultChecked className="size-5" />
        <span data-chip-words="">{words}</span>
      </label>
    </li>
  );
}
