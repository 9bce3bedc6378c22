import type { ReactNode } from "react";
import { useSay } from "#app/ui/base/say.tsx";
import { FilterBar } from "#app/ui/list/filter-bar.tsx";
import { DayInputs, Filter, SelectFilter } from "#app/ui/list/filters.tsx";
import { adjustmentReasons } from "#modules/wallet/shared.ts";
import type { ApprovalsView } from "./view.server.ts";

type FiltersProps = { filter: ApprovalsView["filter"]; children: ReactNode };

/** The filters of the list: type, and the days of making. */
export function ApprovalFilters({ filter, children }: FiltersProps) {
  const say = useSay();
  const days = [filter.from, filter.to].filter(Boolean).join(" – ");
  return (
    <FilterBar filters end={children}>
      <SelectFilter
        label={say("adjust.type")}
        name="kind"
        value={filter.kind}
        options={adjustmentReasons.map((each) => ({ value: each, label: say(`adjust.kind.${each}`) }))}
        none={say("requests.any")}
      />
      <Filter label={say("desk.dates")} value={days || undefined} icon="calendar" names={["from", "to"]}>
        <DayInputs from={filter.from} to={filter.to} />
      </Filter>
    </FilterBar>
  );
}
