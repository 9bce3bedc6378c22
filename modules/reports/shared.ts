/** The periods of the counts table and of the revenue table (R311), in their order. */
export const reportPeriods = ["today", "thisWeek", "lastWeek", "thisMonth", "lastMonth"] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** The lengths of time offered for what lies beyond: days that end today. */
export const insightDays = [7, 30, 90, 365] as const;

/** How many rows a table by city, center or pincode has. */
export const mostListed = 15;
