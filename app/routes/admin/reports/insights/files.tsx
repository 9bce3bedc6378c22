import type { ReactNode } from "react";
import { Chip, type ChipTone } from "#app/ui/base/chip.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { SmallTable } from "#app/ui/detail/small-table.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useField } from "#app/ui/form/form-state.ts";
import { SearchedSelect } from "#app/ui/form/searched-select.tsx";
import { fromIst, showDate, showDates, showDateTime } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { mostSchedules, reportFiles, reportFormats, reportTurns, scheduledFor } from "#modules/reports/shared.ts";
import { controlLine, Part, Wide } from "./opened.tsx";
import type { ReportView } from "./view.server.ts";

type Option = { value: string; name: string };

type ChoiceProps = { name: string; label: string; all?: string; options: Option[] };

/** A control of a line, below its label. */
const controlLook = "grid min-w-0 gap-1 text-12 text-soft";

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: its input is the child
  <label className={controlLook}>
    <span>{label}</span>
    {children}
  </label>
);

/** A labelled choice in a line of controls. */
function Choice({ name, label, all, options }: ChoiceProps) {
  const field = useField(name);
  return (
    <Labelled label={label}>
      <select className="w-full max-w-57.5" name={name} defaultValue={field.value}>
        {all && <option value="">{all}</option>}
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function Formats() {
  const say = useSay();
  const options = reportFormats.map((value) => ({ value, name: value.toUpperCase() }));
  return <Choice name="format" label={say("center.files.format")} options={options} />;
}

type ClientChoiceProps = {
  view: ReportView;
  /** The id of its select. */
  id: string;
  clients?: ReportView["clients"];
  /** The page that finds others without JavaScript, where its form leads elsewhere. */
  page?: string;
  className?: string;
};

/** The client that something is about; at first the one the page shows. */
export function ClientChoice({ view, id, clients = view.clients, page, className = controlLook }: ClientChoiceProps) {
  const say = useSay();
  const field = useField("client");
  if (!clients) return null;
  const label = say("common.client");
  const typed = field.part("search") ?? view.clientSearch;
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      <div className="w-57.5 max-w-full [&_.input]:min-h-7.5! [&_.input]:py-0!">
        <SearchedSelect
          id={id}
          name="client"
          label={label}
          options={clients.options}
          empty={say("report.allClients")}
          defaultValue={field.value ?? view.client ?? ""}
          search={clients.searchAt ? { at: clients.searchAt, typed, page } : undefined}
        />
      </div>
    </div>
  );
}

/** The report files (R317): downloaded now, or prepared by the clock. */
export function Files({ view }: { view: ReportView }) {
  const say = useSay();
  return (
    <Part wide title={say("report.files")} hint={say("report.filesHint")}>
      <Download view={view} />
      <Schedules view={view} />
      <Prepared files={view.files} />
    </Part>
  );
}

function Download({ view }: { view: ReportView }) {
  const { days } = view;
  const say = useSay();
  const nameOf = useName();
  const services = view.services.map((each) => ({ ...each, name: nameOf(each.name) }));
  return (
    <form className={controlLine} action="/report-page/file" aria-label={say("report.files")}>
      <Labelled label={say("report.from")}>
        <input className="d-input" type="date" name="from" defaultValue={days.from} key={days.from} />
      </Labelled>
      <Labelled label={say("report.to")}>
        <input className="d-input" type="date" name="to" defaultValue={days.to} key={days.to} />
      </Labelled>
      <ClientChoice view={view} id="file-client" page="/report-page" />
      <Choice name="service" label={say("common.service")} all={say("common.allServices")} options={services} />
      <Formats />
      <span className="flex flex-wrap gap-2">
        <button type="submit" className="d-btn d-btn-main" name="list" value="report">
          {say("report.download")}
        </button>
        <button type="submit" className="d-btn" name="list" value="revenue_report">
          {say("report.downloadRevenue")}
        </button>
      </span>
    </form>
  );
}

function Schedules({ view }: { view: ReportView }) {
  const { schedules } = view;
  const say = useSay();
  const locale = useLocale();
  return (
    <Section title={say("report.schedules")} hint={say("report.schedulesHint", { days: scheduledFor })}>
      {schedules.length > 0 && (
        <Wide label={say("report.schedules")} className="d-words">
          <SmallTable
            className="d-table"
            caption={say("report.schedules")}
            heads={[
              say("common.file"),
              say("report.every"),
              say("common.client"),
              say("report.coveredTo"),
              say("list.actions"),
            ]}
            rows={schedules.map(({ id, list, every, client, format, coveredTo }) => {
              const name = `${say(`report.file.${list}`)}, ${format.toUpperCase()}`;
              return {
                key: id,
                cells: [
                  name,
                  say(`report.every.${every}`),
                  client ?? say("common.all"),
                  showDate(fromIst(coveredTo), locale),
                  <Form key="stop" intent="unschedule" preventScrollReset>
                    <input type="hidden" name="scheduleId" value={id} />
                    <button
                      type="submit"
                      className="d-btn"
                      aria-label={say("report.stopOf", { name, every: say(`report.every.${every}`) })}
                    >
                      {say("common.stop")}
                    </button>
                  </Form>,
                ],
              };
            })}
          />
        </Wide>
      )}
      {schedules.length < mostSchedules && (
        <Form
          intent="schedule"
          className={`mt-2 ${controlLine}`}
          preventScrollReset
          aria-label={say("report.schedules")}
        >
          <Choice
            name="list"
            label={say("common.file")}
            options={reportFiles.map((value) => ({ value, name: say(`report.file.${value}`) }))}
          />
          <Choice
            name="every"
            label={say("report.every")}
            options={reportTurns.map((value) => ({ value, name: say(`report.every.${value}`) }))}
          />
          <ClientChoice view={view} id="schedule-client" clients={view.scheduledClients} />
          <Formats />
          <span className="flex flex-wrap gap-2">
            <button type="submit" className="d-btn">
              {say("report.schedule")}
            </button>
          </span>
        </Form>
      )}
    </Section>
  );
}

const tones = {
  waiting: "warm",
  preparing: "warm",
  ready: "good",
  failed: "bad",
  refused: "bad",
} as const satisfies Record<ReportView["files"][number]["state"], ChipTone>;

/** The files that were prepared, each as long as it can be downloaded. */
function Prepared({ files }: Pick<ReportView, "files">) {
  const say = useSay();
  const locale = useLocale();
  if (files.length === 0) return null;
  return (
    <Section title={say("common.preparedFiles")}>
      <Wide label={say("common.preparedFiles")} className="d-words">
        <SmallTable
          className="d-table"
          caption={say("common.preparedFiles")}
          heads={[
            say("common.file"),
            say("report.period"),
            say("common.client"),
            say("common.rows"),
            say("common.status"),
            say("list.actions"),
          ]}
          rows={files.map(({ id, list, format, from, to, client, rows, state, availableUntil }) => ({
            key: id,
            cells: [
              `${say(`report.file.${list}`)}, ${format.toUpperCase()}`,
              from && to ? showDates(new Date(from), new Date(to), locale) : say("common.allDays"),
              client ?? say("common.all"),
              rows === null ? "–" : figure(rows),
              <Chip key="state" tone={tones[state]}>
                {say(`center.files.${state}`)}
              </Chip>,
              state === "ready" && availableUntil && (
                <span key="get">
                  <a className="d-btn" href={`/admin-exports/files/${id}`}>
                    {say("common.download")}
                  </a>
                  <small className="ml-2 text-13 text-soft">
                    {say("center.files.keptUntil", { when: showDateTime(availableUntil, locale) })}
                  </small>
                </span>
              ),
            ],
          }))}
        />
      </Wide>
    </Section>
  );
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div className="mt-5">
      <h3 className="text-14 font-semibold">{title}</h3>
      {hint && <p className="text-13 text-soft">{hint}</p>}
      {children}
    </div>
  );
}
