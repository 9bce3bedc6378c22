import { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { SmallTable } from "#app/ui/detail/small-table.tsx";
import { showDate } from "#modules/kernel/clock.ts";
import { figure } from "#modules/kernel/figure.ts";
import { controlLine, Part, Wide } from "./opened.tsx";
import type { ReportView } from "./view.server.ts";

/** The requests that no center serves and who waits for one, by pincode and service: where centers are wanted. */
export function Demand({ view }: { view: ReportView }) {
  const { demand, days, client } = view;
  const say = useSay();
  const locale = useLocale();
  const nameOf = useName();
  const here = useLocation();
  if (demand.rows.length === 0)
    return (
      <Part wide title={say("report.unserved")}>
        <p className="text-soft">{say("report.allServed")}</p>
      </Part>
    );
  const asFile = new URLSearchParams({ from: days.from, to: days.to, ...(client && { client }) });
  const turn = (name: "after" | "before", cursor: string | null, words: string) =>
    cursor && (
      <Link className="d-btn" preventScrollReset to={addressWith(here, { after: null, before: null, [name]: cursor })}>
        {words}
      </Link>
    );
  return (
    <Part wide title={say("report.unserved")} hint={say("report.unservedHint")}>
      <Wide label={say("report.unserved")}>
        <SmallTable
          className="d-table"
          caption={say("report.unserved")}
          heads={[
            `${say("common.pincode")} · ${say("common.service")}`,
            say("common.requests"),
            say("report.stillOpen"),
            say("report.waiting"),
            say("report.latest"),
          ]}
          rows={demand.rows.map(({ pincode, service, requests, open, waiting, latestAt }) => ({
            key: `${pincode}:${service.id}`,
            cells: [
              `${pincode} · ${nameOf(service.name)}`,
              figure(requests),
              figure(open),
              figure(waiting),
              showDate(latestAt, locale),
            ],
          }))}
        />
      </Wide>
      <p className={controlLine}>
        {turn("before", demand.previous, say("list.previous"))}
        {turn("after", demand.next, say("list.next"))}
        {(["csv", "xlsx"] as const).map((format) => (
          <a
            key={format}
            className="d-btn"
            href={`/report-page/file?list=unserved-demand&${asFile}&format=${format}`}
            aria-label={say("list.downloadAs", { format: format.toUpperCase() })}
          >
            {format.toUpperCase()}
          </a>
        ))}
      </p>
    </Part>
  );
}
