import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { trackingPath } from "#app/parts/tickets/tracking-paths.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Popover } from "#app/ui/desk/popover.tsx";
import {
  actIcons,
  actName,
  actVerbs,
  keyOfAct,
  type Offered,
  type OfferedActs,
  offeredIn,
  pageOf,
  type RequestAct,
  type RequestList,
} from "./acts.ts";

type RowActsProps = {
  row: OfferedActs & { id: string; number: string };
  list: RequestList;
};

/** The likely next step, first match first; teal only where an operator is waited for. */
const likely: readonly RequestAct[] = [
  "review",
  "assign",
  "broadcast",
  "close",
  "rebook",
  "pincode",
  "remarks",
  "view",
];

/** R231: Remarks is green where there are some. */
const lookOf = (act: RequestAct, { remarked }: OfferedActs) =>
  act === "assign" || act === "review" ? "d-next" : act === "remarks" && remarked ? "font-semibold text-green-700" : "";

/**
 * The acts of a row: the likely one as a button, the rest one menu (R234–R248). Delete stands last, in red. Of B2B
 * requests it is Remarks (R253), also while a center is waited for.
 */
export function RowActs({ row, list }: RowActsProps) {
  const say = useSay();
  const offered = offeredIn(list, row.offered);
  const first = likely.find((act) => offered.some((each) => each.act === act && !each.off));
  return (
    <span className="inline-flex items-center justify-end">
      {row.broadcasted && list !== "b2b" ? (
        <span className="text-12 text-green-700">{say("acts.broadcasted")}</span>
      ) : (
        first && (
          <ActLink act={first} row={row} list={list} className={`d-btn ${lookOf(first, row)}`}>
            {say(actVerbs[first] ?? actName(first, list))}
          </ActLink>
        )
      )}
      <Menu row={row} list={list} offered={offered} />
    </span>
  );
}

function Menu({ row, list, offered }: RowActsProps & { offered: readonly Offered[] }) {
  const say = useSay();
  const entry = ({ act, off }: Offered) =>
    off ? (
      <button key={act} type="button" disabled title={say(off)}>
        <Icon name={actIcons[act]} />
        {say(actName(act, list))}
      </button>
    ) : (
      <ActLink key={act} act={act} row={row} list={list} className={act === "delete" ? "text-red-700!" : undefined}>
        <Icon name={actIcons[act]} className={act === "remarks" && row.remarked ? "text-green-700" : ""} />
        {say(actName(act, list))}
        {keyOfAct(act) && <kbd>{keyOfAct(act)}</kbd>}
      </ActLink>
    );
  return (
    <Popover
      kind="menu"
      at="end"
      label={say("desk.moreFor", { what: row.number })}
      className="d-btn d-btn-icon"
      summary={<Icon name="ellipsis" />}
    >
      {offered.filter(({ act }) => act !== "delete").map(entry)}
      <Elsewhere row={row} />
      {offered.filter(({ act }) => act === "delete").map(entry)}
    </Popover>
  );
}

/** What a menu has besides acts. */
function Elsewhere({ row }: Pick<RowActsProps, "row">) {
  const say = useSay();
  return (
    <>
      <a href={trackingPath(row.id)} target="_blank" rel="noreferrer">
        <Icon name="map-pin" />
        {say("acts.track")}
      </a>
      <button type="button" className="noscript:hidden!" data-enhance="copy" data-copy={row.number}>
        <Icon name="copy" />
        {say("acts.copyNumber")}
      </button>
    </>
  );
}

type ActLinkProps = RowActsProps & { act: RequestAct; className?: string | undefined; children: ReactNode };

/** A link to an act's page or dialog; its accessible name is the specified text. */
function ActLink({ act, row, list, className, children }: ActLinkProps) {
  const say = useSay();
  const here = useLocation();
  return (
    <Link
      to={pageOf(act, row.id) ?? addressWith(here, { act, of: row.id, did: null })}
      preventScrollReset
      className={className}
      aria-label={say(actName(act, list))}
      data-act={act}
      data-key={keyOfAct(act)}
    >
      {children}
    </Link>
  );
}
