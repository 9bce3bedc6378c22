import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Icon } from "../base/icon.tsx";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";
import { countInWords } from "./counts.ts";
import { isTyping } from "./keys.ts";
import { neighbourPage, type OpenedPage, pageWith } from "./opened-list.ts";

type NeighboursProps = {
  id: string;
  /** The list it belongs to when it was not opened from one, and its title. */
  list: string;
  title: string;
  name: string;
};

/** The way back to the list (R285), and the rows before and after this one (`k`, `j`), also on its neighbour pages. */
export function Neighbours({ id, list, title, name }: NeighboursProps) {
  const say = useSay();
  const navigate = useNavigate();
  const { opened, before, after } = useNeighbours(id);
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
      {/* On a phone the title below says it: the place among the neighbours needs the room. */}
      <span className="inline-flex items-center gap-1.5 max-md:hidden">
        <Icon name="chevron-right" />
        {name}
      </span>
      {opened && (
        <>
          <span className="desk-count text-soft tabular-nums whitespace-nowrap">
            {say("desk.place", { n: opened.first + opened.ids.indexOf(id), of: countInWords(opened.count, say) })}
          </span>
          <Neighbour to={before} icon="chevron-left" label={say("desk.previousRow")} shortcut="K" />
          <Neighbour to={after} icon="chevron-right" label={say("desk.nextRow")} shortcut="J" />
        </>
      )}
    </>
  );
}

/** The page of the list a row was opened from, and the addresses of the rows before and after it. */
function useNeighbours(id: string) {
  const [opened, setOpened] = useState<OpenedPage>();
  /** The neighbour row that stands on another page. */
  const [beyond, setBeyond] = useState<{ before?: string | undefined; after?: string | undefined }>({});
  useEffect(() => {
    const page = pageWith(id);
    setOpened(page);
    setBeyond({});
    if (!page) return;
    const request = new AbortController();
    const look = async (way: "next" | "previous", idBeyond: (neighbour: OpenedPage) => typeof beyond) => {
      const neighbour = await neighbourPage(page, way, request.signal);
      if (neighbour && !request.signal.aborted) setBeyond((known) => ({ ...known, ...idBeyond(neighbour) }));
    };
    if (id === page.ids[0]) look("previous", ({ ids }) => ({ before: ids.at(-1) })).catch(ignoreUnreached);
    if (id === page.ids.at(-1)) look("next", ({ ids }) => ({ after: ids[0] })).catch(ignoreUnreached);
    return () => request.abort();
  }, [id]);
  const place = opened?.ids.indexOf(id) ?? -1;
  if (!opened || place < 0) return {};
  const requestAddress = (other: string | undefined) => (other ? `/view-ticket?ticketId=${other}` : undefined);
  return {
    opened,
    before: requestAddress(opened.ids[place - 1] ?? beyond.before),
    after: requestAddress(opened.ids[place + 1] ?? beyond.after),
  };
}

/** An aborted request, or an unreachable server: the row stays the last one of its page until it is opened again. */
const ignoreUnreached = () => {};

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
