import { Icon } from "../base/icon.tsx";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";

type NeighboursProps = {
  id: string;
  /** The address of a row's page, in which `{id}` stands for the row's id. */
  page: string;
  /** The list it belongs to when it was not opened from one, and its title. */
  list: string;
  title: string;
  name: string;
};

/** The way back to the list (R285), and the rows before and after this one (`k`, `j`), also on its neighbour pages. */
export function Neighbours({ id, page, list, title, name }: NeighboursProps) {
  const say = useSay();
  return (
    <span className="contents" data-enhance="neighbours" data-id={id} data-page={page}>
      <Link className="d-link" to={list} data-list>
        {title}
      </Link>
      {/* On a phone the title below says it: the place among the neighbours needs the room. */}
      <span className="inline-flex items-center gap-1.5 max-md:hidden">
        <Icon name="chevron-right" />
        {name}
      </span>
      <span
        className="desk-count text-soft tabular-nums whitespace-nowrap"
        data-words={say("desk.place", { n: "{n}", of: "{of}" })}
        hidden
      />
      <Neighbour way="before" icon="chevron-left" label={say("desk.previousRow")} shortcut="K" />
      <Neighbour way="after" icon="chevron-right" label={say("desk.nextRow")} shortcut="J" />
    </span>
  );
}

type NeighbourProps = {
  way: "before" | "after";
  icon: "chevron-left" | "chevron-right";
  label: string;
  shortcut: string;
};

/** A link that has its address, and is shown, once the neighbour is known. */
const Neighbour = ({ way, icon, label, shortcut }: NeighbourProps) => (
  <span data-way={way} hidden>
    <Link className="d-btn d-btn-bare d-btn-icon" to="" aria-label={label} title={`${label}  ${shortcut}`}>
      <Icon name={icon} />
    </Link>
  </span>
);
