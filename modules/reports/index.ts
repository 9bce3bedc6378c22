/** The server interface of the reports: what requests are counted by, how fast they went, and what they earned. */

export { reportList, revenueList } from "./files/report-lists.ts";
export {
  addReportSchedule,
  prepareDueReports,
  prepareReportsEachMorning,
  type ReportSchedule,
  reportSchedules,
  stopReportSchedule,
} from "./files/schedules.ts";
export { checkInsights, checkInsightsNightly } from "./insights/check.ts";
export {
  type Counts,
  countsAreBehind,
  type Earned,
  lastCheck,
  type PeriodNumbers,
  type Revenue,
  reportNumbers,
} from "./insights/counts.ts";
export { foldChanges, foldSoon } from "./insights/fold.ts";
export { type Group, type Insights, insights, type Times } from "./insights/insights.ts";
export { type Period, periodsOf } from "./insights/periods.ts";
export { onboarderDemandList, type UnservedDemand, unservedDemandList } from "./insights/unserved-demand.ts";
export { may, reportPermission } from "./policy.ts";
