import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminPage } from "#app/http/doors/page.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { centerFeedback } from "#modules/centers/index.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { idSaying } from "#modules/kernel/validation.ts";

export const handle = { title: "centerHistory.title", fills: true } satisfies Handle;

export const loader = adminPage(
  { can: "view_center_details.full_access", query: z.object({ centerId: idSaying("error.notFound") }) },
  async (admin, { centerId }) => ({ centerId, rows: await centerFeedback(admin, { centerId }) }),
);

const columns = ["type", "remarks", "centerRemarks", "by", "at"] as const;

/** Center history (R398–R400): what the center was disabled for, or enabled again, and why. */
export default function CenterHistory() {
  const { centerId, rows } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  return (
    <>
      <DeskTop
        title={say("centerHistory.title")}
        count={{ text: String(rows.length), label: say("centerHistory.title") }}
      />
      <PageBody>
        <p className="mb-4">
          <Link className="d-link" to={`/view-center/${centerId}`}>
            {say("centers.act.view")}
          </Link>
        </p>
        {rows.length === 0 ? (
          <p className="text-soft">{say("centerHistory.none")}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
          <section className="relative overflow-x-auto" tabIndex={0} aria-label={say("centerHistory.title")}>
            <table className="d-table d-rows d-log">
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col">
                      {say(`centerHistory.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td>
                      {row.disabledFor.length === 0
                        ? say("centerHistory.enabling")
                        : row.disabledFor.map((flag) => say(`center.disabledFor.${flag}`)).join(", ")}
                    </td>
                    <td className="words">{row.remarks || "-"}</td>
                    <td className="words">{row.ticketRemarks || "-"}</td>
                    <td>{row.updateName || "-"}</td>
                    <td>{showDateTime(new Date(row.updatedAt), locale)}</td>
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
