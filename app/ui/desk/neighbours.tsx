import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Icon } from "../base/icon.tsx";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";
import { isTyping } from "./keys.ts";

const keptAs = "desk-list";

/** The list a row was opened from: its address and the rows of its page, kept in this window only. */
type Opened = { at: string; ids: readonly string[] };

/** Remembers the list on screen, so that a row opened from it knows its neighbours and the way back. */
export function useRememberedList(ids: readonly string[]) {
  const { pathname, search } = useLocation();
  const known = ids.join(" ");
  useEffect(() => {
    const opened: Opened = { at: pathname + search, ids: known.split(" ").filter(Boolean) };
    sessionStorage.setItem(keptAs, JSON.stringify(opened));
  }, [pathname, search, known]);
}

function openedFrom(id: string): Opened | null {
  try {
    const opened = JSON.parse(sessionStorage.getItem(keptAs) ?? "null") as Opened | null;
    return opened?.at.startsWith("/") && !opened.at.startsWith("//") && opened.ids.includes(id) ? opened : null;
  } catch {
    return null;
  }
}

type NeighboursProps = {
  id: string;
  /** The list it belongs to when it was not opened from one, and its title. */
  list: string;
  title: string;
  name: string;
};

/** The way back to the list, and the rows before and after this one (`k`, `j`). */
export function Neighbours({ id, list, title, name }: NeighboursProps) {
  const say = useSay();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => setOpened(openedFrom(id)), [id]);
  const place = opened?.ids.indexOf(id) ?? -1;
  const to = (other: string | undefined) => (other ? `/view-ticket?ticketId=${other}` : undefined);
  const [before, after] = opened ? [to(opened.ids[place - 1]), to(opened.ids[place + 1])] : [];
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const next = event.key === "j" ? after : event.key === "k" ? before : undefined;
      if (next) navigate(next);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [before, after, navigate]);
  return (
    <>
      <Link className="d-link" to={opened?.at ?? list}>
        {title}
      </Link>
      <Icon name="chevron-right" />
      <span>{name}</span>
      {opened && (
        <>
          <span className="desk-count">{say("desk.place", { n: place + 1, of: opened.ids.length })}</span>
          <Neighbour to={before} icon="chevron-left" label={say("desk.previousRow")} shortcut="K" />
          <Neighbour to={after} icon="chevron-right" label={say("desk.nextRow")} shortcut="J" />
        </>
      )}
    </>
  );
}

type NeighbourProps = {
  to: string | undefined;
  icon: "chevron-left" | "chevron-right";
  label: string;
  shortcut: string;
};

function Neighbour({ to, icon, label, shortcut }: NeighbourProps) {
  if (!to) return null;
  return (
    <Link className="d-btn d-btn-bare d-btn-icon" to={to} aria-label={label} title={`${label}  ${shortcut}`}>
      <Icon name={icon} />
    </Link>
  );
}
