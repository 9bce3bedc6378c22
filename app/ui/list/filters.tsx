import type { ReactNode } from "react";
import { Icon, type IconName } from "../base/icon.tsx";
import { Link } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";
import { chipLook } from "../desk/chip-look.ts";
import { Popover } from "../desk/popover.tsx";
import { places } from "./list-address.ts";
import { QueryForm } from "./query-form.tsx";
import { useListAddress } from "./use-list-address.ts";

type FilterProps = {
  label: string;
  /** Its current value, in words. */
  value?: string | undefined;
  icon?: IconName;
  /** The query parameters it sets; the form sends all others along. */
  names: readonly string[];
  /** Whether it is always set and cannot be removed. */
  fixed?: boolean;
  /** Whether it is this list's search, which `f` opens. */
  find?: boolean;
  children: ReactNode;
};

/** One filter of a list: a chip that shows its value, opens its fields and can be removed. */
export function Filter({ label, value, icon, names, fixed, find = false, children }: FilterProps) {
  const say = useSay();
  const to = useListAddress();
  const off = !value && !fixed;
  return (
    <span className="inline-flex items-center">
      <Popover
        kind="form"
        find={find}
        className={chipLook(off ? "unset" : "set")}
        summary={
          <>
            <Icon name={icon ?? (off ? "plus" : "check")} />
            {fixed || (find && value) ? <span className="sr-only">{`${label}: `}</span> : label}
            {value && <b>{value}</b>}
            {fixed && <Icon name="chevron-down" />}
          </>
        }
      >
        <FilterForm names={names}>{children}</FilterForm>
      </Popover>
      {value && !fixed && (
        <Link
          className="d-btn d-btn-bare d-btn-icon"
          to={to(Object.fromEntries(names.map((name) => [name, null])))}
          aria-label={say("desk.removeFilter", { name: label })}
        >
          <Icon name="x" />
        </Link>
      )}
    </span>
  );
}

type SelectFilterProps = {
  label: string;
  /** The query parameter it sets. */
  name: string;
  /** The chosen one of the options. */
  value?: string | null | undefined;
  options: readonly { value: string; label: string }[];
  /** What stands for no choice. */
  none: string;
};

/** A filter of one choice. */
export function SelectFilter({ label, name, value, options, none }: SelectFilterProps) {
  return (
    <Filter label={label} value={options.find((option) => option.value === value)?.label} names={[name]}>
      <label>
        {label}
        <select name={name} defaultValue={value ?? ""}>
          <option value="">{none}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
    </Filter>
  );
}

type FilterFormProps = {
  /** The query parameters it sets; all others are sent along. */
  names: readonly string[];
  children: ReactNode;
};

/** Fields that set some of this list's query parameters, which then begins at its first page. */
export function FilterForm({ names, children }: FilterFormProps) {
  const say = useSay();
  return (
    <QueryForm
      names={names}
      drops={places}
      className="grid gap-2.5 [&_label]:grid [&_label]:gap-1 [&_label]:text-12 [&_label]:text-soft"
    >
      {children}
      <button type="submit" className="d-btn d-btn-main">
        {say("desk.apply")}
      </button>
    </QueryForm>
  );
}

/** The first and last day of a range (IST), in a filter. */
export function DayInputs({ from, to }: { from: string; to: string }) {
  const say = useSay();
  return (
    <>
      <label>
        {say("common.from")}
        <input className="d-input" type="date" name="from" defaultValue={from} />
      </label>
      <label>
        {say("common.to")}
        <input className="d-input" type="date" name="to" defaultValue={to} />
      </label>
    </>
  );
}
