export * from "./again/input.ts";
export * from "./appointments/input.ts";
export * from "./booking/input.ts";
export * from "./by-customer/input.ts";
export * from "./cases/input.ts";
export * from "./desk/input.ts";
export * from "./detail/input.ts";
export * from "./feedback/input.ts";
export * from "./fees/input.ts";
export { type FormFieldName, formFieldOf } from "./fields/form-fields.ts";
export {
  labelOf,
  listedNames,
  meaningOfText,
  type TextName,
  type Texts,
  textNames,
  textOfColumn,
  visitNames,
  wireOf,
} from "./fields/texts.ts";
export { whatOf, whoOf } from "./history-words.ts";
export * from "./labels.ts";
export * from "./lists/input.ts";
export * from "./matching/input.ts";
export { type RequestSource, requestSources } from "./measures.ts";
export * from "./missed/input.ts";
export * from "./outcome/input.ts";
export * from "./proposals/input.ts";
export { TicketRef, ticketReference } from "./reference.ts";
export * from "./rides/input.ts";
export * from "./states/states.ts";
export * from "./time-changes/input.ts";
export * from "./time-preference.ts";
export { type ColumnName, columnNames, fixOf, isNeeded, isRead } from "./upload/columns.ts";
export * from "./upload/input.ts";
export * from "./visit/input.ts";
export * from "./visit-rules/input.ts";
export * from "./work/input.ts";
