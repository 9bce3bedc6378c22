/** Customers for operators: the list, one person, the erasure of a person and the export of what is held. */

export { eraseConsumer, finishErasure, type Receipt, receiptOf } from "./erasure/erase.ts";
export { consumerToErase, type InTheWay, inTheWay, isFree } from "./erasure/in-the-way.ts";
export { replayErasures } from "./erasure/replay.ts";
export type { ConsumerRow } from "./list/consumer-row.ts";
export { consumersList } from "./list/consumers-list.ts";
export { mayErase } from "./policy.ts";
