import { fromRupees, type Paise, sum, zero } from "#modules/kernel/money.ts";
import { closureRemarks, notVisited } from "./closure-remarks.ts";

/** What a job costs, each part in paise; the parts sum to the total. */
export type JobPrice = { visitPaise: Paise; labourPaise: Paise; materialPaise: Paise; totalPaise: Paise };

/** Remarks whose closing costs nothing: no visit, or work free of charge (R174). */
export const costsNothing = (remark: string | undefined) => remark === notVisited || remark === closureRemarks[4];

/**
 * The price of a completed job (R167): its visit charge (paise), labour and material (whole rupees). Without a visit,
 * or free of charge, it has no visit charge.
 */
export function jobPrice(
  visit: Paise,
  { closeRemarks, labour = 0, material = 0 }: { closeRemarks?: string | undefined; labour?: number; material?: number },
): JobPrice {
  const visitPaise = costsNothing(closeRemarks) ? zero : visit;
  const labourPaise = fromRupees(labour);
  const materialPaise = fromRupees(material);
  return { visitPaise, labourPaise, materialPaise, totalPaise: sum([visitPaise, labourPaise, materialPaise]) };
}
