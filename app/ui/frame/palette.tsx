import { Icon, type IconName } from "../base/icon.tsx";
import { useSay } from "../base/say.tsx";
import type { PaletteSearch } from "./find.ts";
import { Key } from "./key.tsx";

/* Gives way first, so that a page's tabs keep their place; on a phone only its icon is seen. */
const opener =
  "@container ml-auto flex min-h-7.5 min-w-10 flex-[0_1000_248px] cursor-text items-center gap-2 rounded-md border border-rim " +
  "bg-paper pr-1.5 pl-2.5 text-13 whitespace-nowrap text-soft narrow:basis-47.5 phone:min-h-10 phone:w-10 phone:flex-none " +
  "phone:justify-center phone:border-transparent phone:bg-transparent phone:p-0";

/** The button of search and jump (`/`, Ctrl-K, ⌘-K), which opens the frame's Palette. */
export function PaletteButton() {
  const say = useSay();
  return (
    <button type="button" className={opener} aria-keyshortcuts="/ Control+K" data-opens-palette="">
      <Icon name="search" />
      <span className="flex-[1_1_0] min-w-0 overflow-hidden text-start text-ellipsis phone:absolute phone:size-px phone:overflow-hidden phone:[clip-path:inset(50%)]">
        {say("desk.find")}
      </span>
      <Key name="/" className="ml-auto @max-[170px]:hidden phone:hidden" />
      <Key name="Ctrl K" className="-ml-1 @max-[170px]:hidden narrow:hidden phone:hidden" />
    </button>
  );
}

/**
 * Pages by name, and while one types what `search` finds: a search field over the list of what is found, in groups. Its
 * island fills the groups by their templates (palette-list.ts).
 */
export function Palette({ search }: { search: PaletteSearch | undefined }) {
  const say = useSay();
  return (
    <dialog
      data-enhance="palette"
      data-own=""
      data-find={search?.from}
      className="w-[min(560px,calc(100vw_-_32px))] mt-[12vh] mb-auto mx-auto border border-line rounded-lg shadow-lift backdrop:bg-[rgb(7_49_47_/_40%)]"
      aria-label={say("desk.find")}
    >
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-label={say("desk.find")}
        autoComplete="off"
        placeholder={search?.hint ?? say("desk.find")}
        data-most={60}
        className="min-h-11 w-full border-0 border-b border-line px-4 text-14 outline-none"
      />
      <div
        role="listbox"
        id="palette-list"
        tabIndex={-1}
        aria-label={say("desk.find")}
        className="max-h-[50vh] overflow-auto p-1.25"
      >
        {search?.groups.map((group) => (
          <Group key={group.name} {...group} />
        ))}
        <Group name="pages" title={say("common.pages")} icon="arrow-right" />
        {search && <Group name="more" title={say("find.more")} icon="search" all={search.all} />}
      </div>
      <p role="status" className="sr-only" data-words={say("find.count")} />
    </dialog>
  );
}

type GroupProps = { name: string; title: string; icon: IconName; all?: PaletteSearch["all"] };

const Group = ({ name, title, icon, all }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a group of options of a listbox
  <div role="group" aria-label={title} data-group={name} data-to={all?.to} data-words={all?.words} hidden>
    <p className="px-1.75 pt-2 pb-0.5 text-12 font-semibold text-soft" aria-hidden="true">
      {title}
    </p>
    <template>
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the active option */}
      <div
        role="option"
        aria-selected="false"
        className="flex min-h-8.5 cursor-pointer items-center gap-2.25 rounded-[6px] px-1.75 text-13 hover:bg-teal-50 data-focus:bg-teal-50"
      >
        <Icon name={icon} />
        <span className="min-w-0 overflow-hidden text-ellipsis whitespace-nowrap" />
        <small className="ml-auto whitespace-nowrap text-soft" />
      </div>
    </template>
  </div>
);
