import { useNavigate } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon, type IconName } from "../base/icon.tsx";
import { useSay } from "../base/say.tsx";
import { useFindResult } from "./find.ts";
import { isTyping } from "./keys.ts";
import { useDeskPages } from "./shell.tsx";

/** The list of what a text finds. */
const searched = (text: string) => `/Tickets?${new URLSearchParams({ search: text, days: "all" })}`;
const listId = "desk-palette-list";
const idOf = (at: number) => `${listId}-${at}`;

type Entry = { key: string; to: string; icon: IconName; label: ReactNode; hint?: string | undefined };
type Group = { title: string; entries: Entry[] };

/* Gives way first, so that a page's tabs keep their place; on a phone only its icon is seen. */
const opener =
  "@container ml-auto flex min-h-7.5 min-w-10 flex-[0_1000_248px] cursor-text items-center gap-2 rounded-md border border-rim " +
  "bg-paper pr-1.5 pl-2.5 text-13 whitespace-nowrap text-soft narrow:basis-47.5 phone:min-h-10 phone:w-10 phone:flex-none " +
  "phone:justify-center phone:border-transparent phone:bg-transparent phone:p-0";
const option =
  "flex min-h-8.5 cursor-pointer items-center gap-2.25 rounded-[6px] px-1.75 text-13 hover:bg-teal-50 aria-selected:bg-teal-50";

/** The button and the shortcuts of search and jump (`/`, Ctrl-K, ⌘-K), whose list is drawn while it is open. */
export function Palette() {
  const say = useSay();
  const box = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const show = useCallback(() => {
    if (box.current?.open) return;
    // Drawn before the dialog opens, which gives the focus to the first field it finds.
    flushSync(() => setOpen(true));
    box.current?.showModal();
  }, []);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const jump = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!jump && (event.key !== "/" || isTyping(event))) return;
      event.preventDefault();
      show();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [show]);
  return (
    <>
      <button type="button" className={opener} aria-keyshortcuts="/ Control+K" onClick={show}>
        <Icon name="search" />
        <span className="flex-[1_1_0] min-w-0 overflow-hidden text-start text-ellipsis phone:absolute phone:size-px phone:overflow-hidden phone:[clip-path:inset(50%)]">
          {say("desk.find")}
        </span>
        <kbd className="ml-auto @max-[170px]:hidden phone:hidden">/</kbd>
        <kbd className="-ml-1 @max-[170px]:hidden narrow:hidden phone:hidden">Ctrl K</kbd>
      </button>
      <dialog
        ref={box}
        className="w-[min(560px,calc(100vw_-_32px))] mt-[12vh] mb-auto mx-auto border border-line rounded-lg shadow-lift backdrop:bg-[rgb(7_49_47_/_40%)]"
        aria-label={say("desk.find")}
        onClose={() => setOpen(false)}
      >
        {open && <Finder close={() => box.current?.close()} />}
      </dialog>
    </>
  );
}

/**
 * Pages by name, and while one types the first requests, centers and technicians that are found. Arrows choose, Enter
 * opens, Escape closes. Without JavaScript the list's own search is there.
 */
function Finder({ close }: { close: () => void }) {
  const say = useSay();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const wanted = text.trim();
  const pages = useDeskPages();
  // Whoever has a list of requests in the menu may search them.
  const findable = pages.some(({ to }) => to === "/Tickets" || to === "/b2b-ticket");
  const { result, looking } = useFindResult(findable ? wanted : "");
  const named = pages.filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()));
  const ofOwner = ({ name, code }: { name: string; code: string | null }, icon: IconName): Entry => ({
    key: `${icon} ${code ?? name}`,
    to: searched(code ?? name),
    icon,
    label: name,
    hint: code ?? undefined,
  });
  const groups: Group[] = [
    {
      title: say("common.requests"),
      entries: result.requests.map(({ id, number, name, service }) => ({
        key: id,
        to: `/view-ticket?ticketId=${id}`,
        icon: "ticket",
        hint: service,
        label: (
          <>
            <b>{number}</b> {name}
          </>
        ),
      })),
    },
    { title: say("common.centers"), entries: result.centers.map((center) => ofOwner(center, "house")) },
    {
      title: say("common.technicians"),
      entries: result.technicians.map((technician) => ofOwner(technician, "wrench")),
    },
    {
      title: say("common.pages"),
      entries: named.map(({ to, label }) => ({ key: to, to, icon: "arrow-right" as const, label })),
    },
    {
      title: say("find.more"),
      entries:
        wanted && findable
          ? [{ key: "all", to: searched(wanted), icon: "search", label: say("find.all", { text: wanted }) }]
          : [],
    },
  ].filter(({ entries }) => entries.length > 0) as Group[];
  const entries = groups.flatMap((group) => group.entries);
  const chosen = Math.min(at, entries.length - 1);
  const type = (typed: string) => {
    setText(typed);
    setAt(0);
  };
  const go = (to: string) => {
    close();
    navigate(to);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entry = entries[chosen];
    if (entry) go(entry.to);
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || entries.length === 0) return;
    event.preventDefault();
    const next = (chosen + step + entries.length) % entries.length;
    setAt(next);
    document.getElementById(idOf(next))?.scrollIntoView({ block: "nearest" });
  };
  return (
    <form onSubmit={submit}>
      <input
        type="search"
        role="combobox"
        aria-label={say("desk.find")}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={entries.length > 0 ? idOf(chosen) : undefined}
        autoComplete="off"
        placeholder={say(findable ? "find.hint" : "desk.find")}
        value={text}
        data-most={60}
        onChange={(event) => type(event.target.value)}
        onKeyDown={move}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={say("desk.find")}
        className="max-h-[50vh] p-1.25 overflow-auto"
        aria-busy={looking}
      >
        {groups.map(({ title, entries: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options of a listbox
          <div key={title} role="group" aria-label={title}>
            <p className="pt-2 pb-0.5 px-1.75 text-12 font-semibold text-soft" aria-hidden="true">
              {title}
            </p>
            {own.map((entry) => {
              const place = entries.indexOf(entry);
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus
                // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
                <div
                  key={entry.key}
                  id={idOf(place)}
                  role="option"
                  className={option}
                  aria-selected={place === chosen}
                  onClick={() => go(entry.to)}
                >
                  <Icon name={entry.icon} />
                  <span className="min-w-0 overflow-hidden text-ellipsis whitespace-nowrap">{entry.label}</span>
                  {entry.hint && <small className="ml-auto text-soft whitespace-nowrap">{entry.hint}</small>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {wanted && !looking && say("find.count", { n: entries.length })}
      </p>
    </form>
  );
}
