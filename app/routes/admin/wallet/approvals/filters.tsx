import type { ReactNode } from "react";
import { useSay } from "#app/ui/base/say.tsx";
import { DayInputs, Filter } from "#app/ui/desk/filters.tsx";
import { adjustmentReasons } from "#modules/wallet/shared.ts";
import type { ApprovalsView } from "./view.server.ts";

type FiltersProps = { filter: ApprovalsView["filter"]; children: ReactNode };

/** The filters of the list: type, and the days of making. */
export function ApprovalFilters({ filter, children }: FiltersProps) {
  const say = useSay();
  const kind = adjustmentReasons.find((each) => each === filter.kind);
  const days = [filter.from, filter.to].filter(Boolean).join(" – ");
  return (
    <search className="desk-filters" aria-label={say("desk.filters")}>
      <Filter label={say("adjust.type")} value={kind && say(`adjust.kind.${kind}`)} names={["kind"]}>
        <label>
          {say("adjust.type")}
          <select name="kind" defaultValue={filter.kind}>
            <option value="">{say("requests.any")}</option>
            {adjustmentReasons.map((each) => (
              <option key={each} value={each}>
                {say(`adjust.kind.${each}`)}
              </option>
            ))}
          </select>
        </label>
      </Filter>
      <Filter label={say("desk.dates")} value={days || undefined} icon="calendar" names={["from", "to"]}>
        <DayInputs from={filter.from} to={filter.to} />
      </Filter>
      <div className="end">{children}</div>
    </search>
  );
}
