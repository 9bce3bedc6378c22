import { activeServices } from "#modules/catalog/index.ts";
import { invalid } from "#modules/kernel/errors.ts";

type Chosen = { primaryServiceId: string; others: readonly (string | undefined)[] };

/**
 * Refuses the main service as the secondary one of a form, while there is any other to choose. Calls may send it twice,
 * as apps do; it is stored once.
 */
export async function needOtherService({ primaryServiceId, others }: Chosen): Promise<void> {
  if (!others.includes(primaryServiceId) || (await activeServices()).length < 2) return;
  throw invalid("center.sameService", { secondaryServiceId: "center.sameService" });
}
