import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminPage } from "#app/http/doors/page.server.ts";
import { closureWord } from "#app/parts/tickets/words.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import { reopenLog } from "#modules/tickets/index.ts";
import { ticketReference } from "#modules/tickets/shared.ts";

export const handle = { title: "reopenLog.title", fills: true } satisfies Handle;

export const loader = adminPage(
  { can: "any admin", query: z.object({ id: ticketReference }) },
  async (admin, { id }) => ({ id, visits: await reopenLog(admin, { ticketId: id }) }),
);

const columns = [
  "createdAt",
  "assignedAt",
  "closedAt",
  "reopenedAt",
  "oldRequirement",
  "technicianRemarks",
  "ticketRemark",
  "code",
  "remark",
  "centerName",
  "centerIna",
  "centerContact",
  "pictures",
] as const;

/** Reopen log (R310): each visit that was asked for again, as it was left. */
export default function ReopenLog() {
  const { id, visits } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  const momentText = (moment: Date | null) => (moment ? showDateTime(moment, locale) : "-");
  return (
    <>
      <DeskTop title={say("reopenLog.title")} count={{ text: String(visits.length), label: say("reopenLog.title") }} />
      <PageBody>
        <p className="mb-4">
          <Link className="d-link" to={`/view-ticket?ticketId=${id}`}>
            {say("acts.view")}
          </Link>
        </p>
        {visits.length === 0 ? (
          <p className="text-soft">{say("reopenLog.empty")}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
          <section className="relative overflow-x-auto" tabIndex={0} aria-label={say("reopenLog.title")}>
            <table className="d-table d-rows d-log">
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col">
                      {say(`reopenLog.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {visits.map((visit) => (
                  <tr key={visit.revisitId}>
                    <td>{momentText(visit.createdAt)}</td>
                    <td>{momentText(visit.assignedAt)}</td>
                    <td>{momentText(visit.closedAt)}</td>
                    <td>{momentText(visit.reopenedAt)}</td>
                    <td className="words">{visit.oldRequirement ?? "-"}</td>
                    <td className="words">{visit.technicianRemarks ?? "-"}</td>
                    <td className="words">{closureWord(visit.closeRemarks, say) ?? "-"}</td>
                    <td>{visit.code ? say(`request.code.${visit.code}`) : "-"}</td>
                    <td className="words">{visit.remark ?? "-"}</td>
                    <td>{visit.center?.name ?? "-"}</td>
                    <td>{visit.center?.qrId ?? "-"}</td>
                    <td>{visit.center?.phone ?? "-"}</td>
                    <td>
                      {visit.pictureIds.length === 0 ? (
                        "-"
                      ) : (
                        <Link className="d-link" to={`/ticketDocument?ticketId=${visit.id}`}>
                          {say("acts.pictures")} ({visit.pictureIds.length})
                        </Link>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </PageBody>
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
