import { z } from "zod";
import { id, optionalField } from "#modules/kernel/validation.ts";

/** The periods of the counts table and of the revenue table (R311), in their order. */
export const reportPeriods = ["today", "thisWeek", "lastWeek", "thisMonth", "lastMonth"] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** The lengths of time offered for what lies beyond: days that end today. */
export const insightDays = [7, 30, 90, 365] as const;

/** The lengths of time an onboarder sees unserved demand of: days that end today; the first without a choice. */
export const demandDays = ["90", "30", "7"] as const;

/** How many rows a table by city, center or pincode has. */
export const mostListed = 15;

/** The files of the report page (R317). */
export const reportFiles = ["report", "revenue_report"] as const;
export type ReportFile = (typeof reportFiles)[number];

/** How often the clock prepares a file. */
export const reportTurns = ["daily", "weekly", "monthly"] as const;
export type ReportTurn = (typeof reportTurns)[number];

export const reportFormats = ["xlsx", "csv"] as const;

/** How many files an admin has prepared by the clock, and for how many days each of them can be downloaded. */
export const mostSchedules = 10;
export const scheduledFor = 7;

export const AddReportSchedule = z.object({
  list: z.enum(reportFiles, "form.choice"),
  every: z.enum(reportTurns, "form.choice"),
  client: optionalField(id),
  format: z.enum(reportFormats, "form.choice"),
});

export const StopReportSchedule = z.object({ scheduleId: id });
