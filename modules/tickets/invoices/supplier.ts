import { sql } from "kysely";
import { gstCodeOf, type ServiceSupplier, states } from "#modules/catalog/shared.ts";
import { financialYear, now } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import type { InvoiceFacts } from "./invoice-facts.ts";

/** Who supplies the work of a bill. */
export type Supplier = {
  kind: ServiceSupplier;
  /** As the bill prints them. */
  party: InvoiceFacts["supplier"];
};

/** The operator, as its papers name it. */
export const supplierHere = (): InvoiceFacts["supplier"] => ({
  name: env.operatorLegalName,
  address: env.operatorAddress,
  state: states.find(({ gstCode }) => gstCode === env.operatorStateCode)?.name ?? null,
  stateCode: env.operatorStateCode,
  gstin: env.operatorGstin ?? null,
});

/** What a bill shows of the center that supplies the work. */
export type BillingCenter = {
  centerName: string;
  legalName: string | null;
  gstin: string | null;
  addressLine: string | null;
  city: string | null;
  state: string | null;
  pincode: string;
};

/** A center as the supplier of a bill: its legal name, else its name; without a state it has no state code. */
export const centerAsSupplier = (center: BillingCenter): InvoiceFacts["supplier"] => ({
  name: withoutContacts(center.legalName ?? center.centerName),
  address: withoutContacts(
    [center.addressLine, [center.city, center.pincode].filter(Boolean).join(" ")].filter(Boolean).join(", "),
  ),
  state: center.state,
  stateCode: gstCodeOf(center.state) ?? "",
  gstin: center.gstin,
});

/**
 * The supplier of the work of a service by its setting. Section 9(5) of the CGST Act is for work of those who need no
 * registration: of a center with a GSTIN the bill is its own. Without a GSTIN the operator cannot pay that tax, so its
 * bill is one of supply.
 */
export function supplierOf(setting: ServiceSupplier, center: BillingCenter | null): Supplier {
  const ofCenter = setting === "center" || (setting === "operator_9_5" && center?.gstin != null);
  if (ofCenter && center) return { kind: "center", party: centerAsSupplier(center) };
  const paysFor = setting === "operator_9_5" && env.operatorGstin !== undefined;
  return { kind: paysFor ? "operator_9_5" : "operator", party: supplierHere() };
}

/** A number of a series; `series` is the one of a center, null for the operator's. */
type Taken = { last: number; series: number | null };

/** A number, its financial year, and the moment its counter was locked, which dates what is numbered. */
type Numbered = Taken & { year: string; lockedAt: Date };

/**
 * Take the next number of the operator's series or, for bills of a center, of that center's, of this financial year. The
 * counter stays locked until the commit, and a rollback returns its number. Bills are dated by when it was locked, so
 * numbers and dates of a series have one order. A center's series has a number of its own, so that no two bills bear the
 * same.
 */
export async function takeNumber(centerId: string | null): Promise<Numbered> {
  const year = financialYear();
  await (centerId ? lockCounterOf(centerId, year) : lockCounter(year));
  const lockedAt = now();
  // The year may have ended while another transaction had the lock.
  if (financialYear(lockedAt) !== year) return takeNumber(centerId);
  const taken = await row(
    centerId
      ? sql<Taken>`update center_invoice_sequences set last = last + 1
          where center_id = ${centerId}::uuid and financial_year = ${year} returning last, series`
      : sql<Taken>`update invoice_sequences set last = last + 1 where financial_year = ${year}
          returning last, null as series`,
  );
  return { ...taken!, year, lockedAt };
}

const lockCounter = (year: string) =>
  row(
    sql`insert into invoice_sequences (financial_year, last) values (${year}, 0)
      on conflict (financial_year) do update set last = invoice_sequences.last returning last`,
  );

/** Lock a center's counter; the first of a year begins with the number its series had before, or the next that is free. */
async function lockCounterOf(centerId: string, year: string) {
  const locked = await row(
    sql`select last from center_invoice_sequences
      where center_id = ${centerId}::uuid and financial_year = ${year} for update`,
  );
  if (locked) return;
  await row(sql`select pg_advisory_xact_lock(hashtextextended('center invoices', 0))`);
  await row(
    sql`insert into center_invoice_sequences (center_id, financial_year, series, last)
      select ${centerId}::uuid, ${year}, coalesce(
        (select max(series) from center_invoice_sequences where center_id = ${centerId}::uuid),
        (select coalesce(max(series), 0) + 1 from center_invoice_sequences)), 0
      on conflict (center_id, financial_year) do update set last = center_invoice_sequences.last returning last`,
  );
}
