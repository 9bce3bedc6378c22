import type { ReactNode } from "react";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { searchOptions, searchTextOf } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { chipLook } from "#app/ui/desk/chip-look.ts";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { SearchedSelect } from "#app/ui/form/searched-select.tsx";
import { olderInWords } from "#app/ui/list/counts.ts";
import { FilterBar } from "#app/ui/list/filter-bar.tsx";
import { DayInputs, Filter, FilterForm } from "#app/ui/list/filters.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";
import { showDate, showDates } from "#modules/kernel/clock.ts";
import type { TableColumn } from "#modules/kernel/lists/table.ts";
import type { Locale } from "#modules/messages/index.ts";
import type { DeskView } from "./desk-view.server.ts";
import { FileLinks } from "./file-links.tsx";
import type { daysShown } from "./list-view.server.ts";
import { ViewTools } from "./views.tsx";

/** The filters of a list: search, the days, which are always shown, then the others; and what is done with the list. */
export function DeskFilters({ view, children }: { view: DeskView; children: ReactNode }) {
  const say = useSay();
  const to = useListAddress();
  const find = view.filters.filter(({ find }) => find);
  const others = view.filters.filter(({ find }) => !find);
  return (
    <FilterBar
      filters
      end={
        <>
          {children}
          <Link
            className="d-btn d-btn-icon"
            to={to({ act: "columns" })}
            preventScrollReset
            aria-label={say("desk.columns")}
            title={say("desk.columns")}
          >
            <Icon name="columns-3" />
          </Link>
          {view.mayTakeFile && <FileLinks list={view.list.name} />}
          <AddRow view={view} className="hidden phone:-order-1 phone:inline-flex" />
        </>
      }
    >
      {find.map((filter) => (
        <OneFilter key={filter.name} filter={filter} label={say("common.findInThisList")} />
      ))}
      <Days view={view} />
      {view.older && (
        <Link className="d-link" to={to({ from: null, to: view.older.lastDay, days: null })}>
          {olderInWords(view.older, say)}
        </Link>
      )}
      {others.map((filter) => (
        <OneFilter key={filter.name} filter={filter} label={filter.label} />
      ))}
      {view.more && (
        <Link className={chipLook("unset")} to={to({ act: "filters" })} preventScrollReset>
          <Icon name="plus" />
          {say("desk.moreFilters")}
        </Link>
      )}
      <ViewTools view={view} />
    </FilterBar>
  );
}

/** The dialogs of what is rarely set: the filters that stand under 'More filters', and the columns. */
export function ListDialog({ view }: { view: DeskView }) {
  const say = useSay();
  const close = useListAddress()({});
  if (view.act === "filters" && view.more) {
    return (
      <AddressDialog title={say("desk.moreFilters")} closeTo={close}>
        <FilterForm names={view.more.map(({ name }) => name)}>
          {view.more.map((filter) => (
            <Field key={filter.name} filter={filter} />
          ))}
        </FilterForm>
      </AddressDialog>
    );
  }
  if (!view.choosable) return null;
  return (
    <AddressDialog title={say("desk.columns")} closeTo={close}>
      <ColumnChooser columns={view.choosable} shown={new Set(view.settings.columns)} compact={view.settings.compact} />
    </AddressDialog>
  );
}

type ColumnChooserProps = { columns: readonly TableColumn[]; shown: ReadonlySet<string>; compact: boolean };

const tick = "flex min-h-6.5 items-center gap-2 text-13 text-ink pointer-coarse:min-h-9";

/** Chooses the visible columns and the row height; stored in the address and remembered by this browser. */
function ColumnChooser({ columns, shown, compact }: ColumnChooserProps) {
  const say = useSay();
  return (
    <FilterForm names={["cols", "compact", "chosen"]}>
      <input type="hidden" name="chosen" value="1" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-x-4">
        {columns.map(({ id, label }) => (
          <label key={id} className={tick}>
            <input type="checkbox" name="cols" value={id} defaultChecked={shown.has(id)} />
            {label}
          </label>
        ))}
      </div>
      <label className={tick}>
        <input type="checkbox" name="compact" value="1" defaultChecked={compact} />
        {say("desk.columns.compact")}
      </label>
    </FilterForm>
  );
}

/** The button for a new row: beside the filters on a phone, in the top line otherwise. */
export const AddRow = ({ view: { add }, className }: { view: DeskView; className: string }) =>
  add && (
    <Link className={`d-btn d-btn-main ${className}`} to={add.to} data-add>
      <Icon name="plus" />
      {add.label}
    </Link>
  );

type Shown = DeskView["filters"][number];

function OneFilter({ filter, label }: { filter: Shown; label: string }) {
  const { name, chosen, find, remembered } = filter;
  return (
    <Filter
      label={label}
      value={chosen}
      names={filter.search ? [name, searchTextOf(name), searchOptions] : [name]}
      {...(find && { icon: "search", find: true })}
      {...(remembered && { fixed: true, icon: "user" })}
    >
      <Field filter={filter} />
    </Filter>
  );
}

function Field({ filter }: { filter: Shown }) {
  const say = useSay();
  const { name, value, offered, search, maxLength, find, remembered } = filter;
  if (offered && search) {
    const id = `filter-${name}`;
    return (
      <div className="field">
        <label htmlFor={id}>{filter.label}</label>
        <SearchedSelect
          id={id}
          name={name}
          label={filter.label}
          options={offered}
          empty={say("requests.any")}
          defaultValue={value}
          search={search}
        />
      </div>
    );
  }
  return offered ? (
    <label>
      {filter.label}
      <select name={name} defaultValue={value}>
        {!remembered && <option value="">{say("requests.any")}</option>}
        {offered.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  ) : (
    <label>
      {filter.label}
      <input
        className="d-input"
        type={find ? "search" : "text"}
        name={name}
        defaultValue={value}
        data-most={maxLength}
      />
    </label>
  );
}

/** The days of a list (R222, R464): always set, with presets. */
export function Days({ view }: { view: ReturnType<typeof daysShown> }) {
  const say = useSay();
  const locale = useLocale();
  const to = useListAddress();
  const { days, today, monthAgo } = view;
  const words = days.all ? say("desk.dates.all") : daysInWords(days.from, days.to, locale);
  return (
    <Filter label={say("desk.dates")} value={words} icon="calendar" names={["from", "to", "days"]} fixed>
      <div className="flex flex-wrap gap-1">
        <Link className={chipLook()} to={to({ from: today, to: today, days: null })}>
          {say("desk.dates.today")}
        </Link>
        {!days.usuallyAll && (
          <Link className={chipLook()} to={to({ from: null, to: null, days: null })}>
            {say("desk.dates.week")}
          </Link>
        )}
        <Link className={chipLook()} to={to({ from: monthAgo, to: today, days: null })}>
          {say("desk.dates.month")}
        </Link>
        <Link className={chipLook()} to={to({ from: null, to: null, days: days.usuallyAll ? null : "all" })}>
          {say("desk.dates.all")}
        </Link>
      </div>
      <DayInputs from={days.from} to={days.to} />
    </Filter>
  );
}

/** A range of days (IST) in words: `15 – 23 Nov 2026`. */
function daysInWords(from: string, to: string, locale: Locale) {
  const noon = (day: string) => new Date(`${day}T12:00:00+05:30`);
  if (from && to) return showDates(noon(from), noon(to), locale);
  if (from) return `${showDate(noon(from), locale)} –`;
  return `– ${showDate(noon(to), locale)}`;
}
