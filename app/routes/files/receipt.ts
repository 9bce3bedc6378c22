import { feeReceipt } from "#modules/tickets/index.ts";
import { paper } from "./paper.server.ts";

/** The receipt of a paid fee, for whoever may have the invoice of the request. */
export const loader = paper("receipt", feeReceipt);
