/** Customers for operators: the list, one person, the erasure of a person and the export of what is held. */

export { eraseByPhone, eraseConsumer, finishErasure } from "./erasure/erase.ts";
export { type InTheWay, inTheWay, isFree } from "./erasure/in-the-way.ts";
export { openPerson, partnersWith } from "./erasure/open-person.ts";
export { type ErasurePreview, erasurePreview } from "./erasure/preview.ts";
export { erasureReceipt, type Receipt, receiptOf } from "./erasure/receipt.ts";
export { type LostErasure, type Replayed, replayErasures } from "./erasure/replay.ts";
export {
  exportConsumer,
  exportReceipt,
  forgetPersonExports,
  forgetPersonExportsHourly,
  type PersonExport,
  personExportFile,
} from "./export/person-exports.ts";
export { type ExportContents, writePersonExport } from "./export/write-export.ts";
export type { ConsumerRow } from "./list/consumer-row.ts";
export { consumersList } from "./list/consumers-list.ts";
export { moneyLines, type PersonMessage, type PersonPage, personPage } from "./person/person.ts";
export { revealConsumer } from "./person/reveal-consumer.ts";
export { may } from "./policy.ts";
