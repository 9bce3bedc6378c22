import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { addReportSchedule, reportPermission, stopReportSchedule } from "#modules/reports/index.ts";
import { AddReportSchedule, StopReportSchedule } from "#modules/reports/shared.ts";

/** The files that the clock prepares for the admin who asks. */
export const reportActions = adminActions({
  schedule: {
    fresh: none("Prepares files of what its admin may see when they are made"),
    can: reportPermission,
    limit: formLimit,
    input: AddReportSchedule,
    once: "in its transaction",
    run: (admin, input, { locale }) => addReportSchedule(admin, { ...input, locale }),
    say: "report.schedule.added",
  },
  unschedule: {
    fresh: none("Ends a preparation; its files stay as long as they would"),
    can: reportPermission,
    limit: formLimit,
    input: StopReportSchedule,
    unkeyed: "A schedule is stopped once",
    run: stopReportSchedule,
    say: "report.schedule.stopped",
  },
});
