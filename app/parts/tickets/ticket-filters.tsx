import { useSay } from "#app/ui/base/say.tsx";
import { SelectField, TextField } from "#app/ui/form/fields.tsx";
import { statusText, statusWord } from "./words.ts";

const statuses = [
  "Technician Not Assigned",
  "Technician Assigned",
  "PENDING",
  "VERIFIED",
  "ON_HOLD",
  "CLOSED",
  "CANCEL",
  "REJECT",
];

export type TicketFilter = {
  status: string;
  search: string;
  from: string;
  to: string;
  dated?: string;
  assigned?: string;
};

/** The filters of lists of requests; `dated` selects which moment the days apply to, `assigned` whether somebody is sent. */
export function TicketFilters({ filter }: { filter: TicketFilter }) {
  const say = useSay();
  return (
    <>
      <SelectField
        name="status"
        label={say("common.status")}
        className="w-full sm:w-60"
        value={filter.status}
        empty={say("common.all")}
        options={[
          { value: "open", label: say("center.filter.open") },
          ...statuses.map((value) => ({ value, label: statusText(value, say) })),
        ]}
      />
      <TextField
        name="search"
        type="search"
        label={say("center.filter.search")}
        className="w-full sm:w-64"
        value={filter.search}
        maxLength={60}
      />
      {filter.dated !== undefined && (
        <SelectField
          name="dated"
          label={say("center.filter.dated")}
          className="w-full sm:w-44"
          value={filter.dated}
          empty={say("center.filter.dated.created")}
          options={(["accepted", "closed"] as const).map((value) => ({
            value,
            label: say(`center.filter.dated.${value}`),
          }))}
        />
      )}
      {filter.assigned !== undefined && (
        <SelectField
          name="assigned"
          label={say("common.technician")}
          className="w-full sm:w-52"
          value={filter.assigned}
          empty={say("common.all")}
          options={[
            { value: "no", label: statusWord("Technician Not Assigned", say) },
            { value: "yes", label: statusWord("Technician Assigned", say) },
          ]}
        />
      )}
      <DayFields from={filter.from} to={filter.to} />
    </>
  );
}

/** The first and last day of a range, in IST. */
export function DayFields({ from, to }: { from: string; to: string }) {
  const say = useSay();
  return (
    <div className="flex w-full flex-wrap gap-3 sm:w-auto">
      <TextField name="from" type="date" label={say("common.from")} className="w-full sm:w-44" value={from} />
      <TextField name="to" type="date" label={say("common.to")} className="w-full sm:w-44" value={to} />
    </div>
  );
}
