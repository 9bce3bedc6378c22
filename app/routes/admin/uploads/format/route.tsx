import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { uploadColumns } from "#modules/tickets/index.ts";
import { fixOf, isNeeded, isRead } from "#modules/tickets/shared.ts";

export const handle = { title: "uploads.formatTitle" } satisfies Handle;

export const loader = adminPage({ can: "add_ticket" }, async (admin) => ({ columns: uploadColumns(admin) }));

const cell = "h-8.5 border-b border-hair py-1 pr-3 text-left align-baseline max-md:wrap-anywhere";
const head = `${cell} text-12 font-semibold text-soft`;

/** The template of uploads, and what stands in each of its columns (R254, R309). */
export default function DownloadFormat() {
  const { columns } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <div className="max-w-3xl">
      <h1>{say("uploads.formatTitle")}</h1>
      <p className="mb-4 max-w-prose text-soft">{say("uploads.formatLead")}</p>
      <p className="mb-6 flex flex-wrap gap-3">
        <a className={buttonLook()} href="/download-format/file?format=xlsx">
          <Icon name="download" />
          {say("uploads.template", { format: "Excel (.xlsx)" })}
        </a>
        <a className={buttonLook({ tone: "quiet" })} href="/download-format/file?format=csv">
          <Icon name="download" />
          {say("uploads.template", { format: "CSV" })}
        </a>
        <ButtonLink tone="quiet" to="/uploads/new">
          {say("uploads.new")}
        </ButtonLink>
      </p>
      <table className="w-full border-collapse max-md:table-fixed">
        <caption className="sr-only">{say("uploads.columns")}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} max-md:w-[34%]`}>
              {say("uploads.column")}
            </th>
            <th scope="col" className={`${head} max-md:w-[22%]`}>
              {say("uploads.columnNeeded")}
            </th>
            <th scope="col" className={head}>
              {say("uploads.columnHolds")}
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.map((name) => (
            <tr key={name}>
              <td className={`${cell} min-w-30 wrap-anywhere max-md:min-w-0`}>{name}</td>
              <td className={cell}>{isNeeded(name) ? say("common.yes") : isRead(name) ? say("common.no") : "–"}</td>
              <td className={`${cell} first-letter:uppercase`}>{say(fixOf(name))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
