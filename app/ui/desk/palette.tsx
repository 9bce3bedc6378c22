import { useNavigate } from "@remix-run/react";
import { type ComponentProps, type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon, type IconName } from "../base/icon.tsx";
import { useSay } from "../base/say.tsx";
import { useLoaded } from "../combobox/loaded.ts";
import { searchInput } from "../combobox/search-input.ts";
import type { SearchEntry, SearchGroup, SearchList } from "../combobox/search-list.tsx";
import { useFindResult } from "./find.ts";
import { isTyping } from "./keys.ts";
import { useDeskPages } from "./shell.tsx";

/** The list of what a text finds. */
const searched = (text: string) => `/Tickets?${new URLSearchParams({ search: text, days: "all" })}`;
const loadList = () => import("../combobox/search-list.tsx");

/* Gives way first, so that a page's tabs keep their place; on a phone only its icon is seen. */
const opener =
  "@container ml-auto flex min-h-7.5 min-w-10 flex-[0_1000_248px] cursor-text items-center gap-2 rounded-md border border-rim " +
  "bg-paper pr-1.5 pl-2.5 text-13 whitespace-nowrap text-soft narrow:basis-47.5 phone:min-h-10 phone:w-10 phone:flex-none " +
  "phone:justify-center phone:border-transparent phone:bg-transparent phone:p-0";

/** The button and the shortcuts of search and jump (`/`, Ctrl-K, ⌘-K), whose list is drawn while it is open. */
export function Palette() {
  const say = useSay();
  const box = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const List = useLoaded(loadList, open)?.SearchList;
  const show = useCallback(() => {
    if (box.current?.open) return;
    // Drawn before the dialog opens, which gives the focus to the first field it finds.
    flushSync(() => setOpen(true));
    box.current?.showModal();
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
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
        // The open list takes the first Escape, which closes all of it.
        onKeyDown={(event) => event.key === "Escape" && box.current?.close()}
      >
        {open && <Finder List={List} close={() => box.current?.close()} />}
      </dialog>
    </>
  );
}

type FinderProps = { List: ComponentType<ComponentProps<typeof SearchList>> | undefined; close: () => void };

/**
 * Pages by name, and while one types the first requests, centers and technicians that are found. Until its list is loaded,
 * and without JavaScript, the list of requests is searched.
 */
function Finder({ List, close }: FinderProps) {
  const say = useSay();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const wanted = text.trim();
  const pages = useDeskPages();
  // Whoever has a list of requests in the menu may search them.
  const findable = pages.some(({ to }) => to === "/Tickets" || to === "/b2b-ticket");
  const { result, looking } = useFindResult(findable ? wanted : "");
  const named = pages.filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()));
  const ofOwner = ({ name, code }: { name: string; code: string | null }, icon: IconName): SearchEntry => ({
    key: `${icon} ${code ?? name}`,
    to: searched(code ?? name),
    icon,
    label: name,
    hint: code ?? undefined,
  });
  const groups: SearchGroup[] = [
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
  ];
  const shown = groups.filter(({ entries }) => entries.length > 0);
  const count = shown.reduce((sum, { entries }) => sum + entries.length, 0);
  const placeholder = say(findable ? "find.hint" : "desk.find");
  const go = (to: string) => {
    close();
    navigate(to);
  };
  return (
    <>
      {List ? (
        <List
          label={say("desk.find")}
          placeholder={placeholder}
          text={text}
          onText={setText}
          groups={shown}
          busy={looking}
          onChoose={({ to }) => go(to)}
        />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (wanted && findable) go(searched(wanted));
          }}
        >
          <input
            type="search"
            className={searchInput}
            aria-label={say("desk.find")}
            autoComplete="off"
            placeholder={placeholder}
            value={text}
            data-most={60}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
      )}
      <p role="status" className="sr-only">
        {wanted && !looking && say("find.count", { n: count })}
      </p>
    </>
  );
}
