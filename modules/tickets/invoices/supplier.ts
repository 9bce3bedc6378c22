import { sql } from "kysely";
import { gstCodeOf, type ServiceSupplier, states } from "#modules/catalog/shared.ts";
import { inSql, row } from "#modules/kernel/db/db.server.ts";
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
 * The supplier of the work of a service by its setting. Without a GSTIN the operator cannot pay the tax of section 9(5)
 * of the CGST Act, so its bill is one of supply.
 */
export function supplierOf(kind: ServiceSupplier, center: BillingCenter | null): Supplier {
  if (kind === "center" && center) return { kind, party: centerAsSupplier(center) };
  return { kind: kind === "center" || env.operatorGstin === undefined ? "operator" : kind, party: supplierHere() };
}

/** A number of a series, and the series of a center; null for the operator's. */
type Taken = { last: number; series: number | null };

/**
 * Take the next number of the operator's series or, for bills of a center, of that center's, of a financial year. The
 * counter stays locked until the commit, and a rollback returns its number. A center's series has a number of its own, so
 * that no two bills bear the same.
 */
export async function takeNumber(year: string, centerId: string | null): Promise<Taken> {
  if (!centerId) {
    const taken = await row<{ last: number }>(
      inSql(sql`insert into invoice_sequences (financial_year, last) values (${year}, 1)
        on conflict (financial_year) do update set last = invoice_sequences.last + 1 returning last`),
    );
    return { last: taken!.last, series: null };
  }
  const next = inSql<Taken>(sql`update center_invoice_sequences set last = last + 1
    where center_id = ${centerId}::uuid and financial_year = ${year} returning last, series`);
  return (await row<Taken>(next)) ?? (await firstNumber(year, centerId)) ?? (await row<Taken>(next))!;
}

/** Begin a center's series of a financial year, with the number its series had before or the next one that is free. */
async function firstNumber(year: string, centerId: string): Promise<Taken | undefined> {
  await row(inSql(sql`select pg_advisory_xact_lock(hashtextextended('center invoices', 0))`));
  return row<Taken>(
    inSql(sql`insert into center_invoice_sequences (center_id, financial_year, series, last)
      select ${centerId}::uuid, ${year}, coalesce(
        (select max(series) from center_invoice_sequences where center_id = ${centerId}::uuid),
        (select coalesce(max(series), 0) + 1 from center_invoice_sequences)), 1
      on conflict (center_id, financial_year) do nothing returning last, series`),
  );
}
