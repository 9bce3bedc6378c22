import { invoiceFile } from "#modules/tickets/index.ts";
import { paper } from "./paper.server.ts";

/** The invoice (R091, R093). */
export const loader = paper("invoice", invoiceFile);
