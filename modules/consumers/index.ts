/** Customers for operators: the list, one person, the erasure of a person and the export of what is held. */

export type { ConsumerRow } from "./list/consumer-row.ts";
export { consumersList } from "./list/consumers-list.ts";
