import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { useField } from "#app/ui/form.tsx";

type ChipsProps = {
  /** The list that is sent; each chip is a ticked box of this name. */
  name: string;
  /** What the list is called. */
  label: string;
  hint: string;
  /** What is said of one that is there already. */
  twice?: string;
  /** The intent that adds without JavaScript, and its button's words. */
  intent: string;
  add: string;
  words?: (value: string) => string;
  /** The one field a chip is made from; it says what is wrong with the list (`into`). */
  children: ReactNode;
};

/** Answers collected one by one as chips (R183); unticking one takes it away, with JavaScript or without. */
export function ChipsField({ name, label, hint, twice, intent, add, words = (value) => value, children }: ChipsProps) {
  const { id, list } = useField(name);
  return (
    <div id={id} tabIndex={-1} className="outline-none" data-enhance="chips" {...(twice && { "data-twice": twice })}>
      <div className="flex flex-wrap items-end gap-3">
        {children}
        <Button tone="quiet" name="intent" value={intent}>
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
