export {
  AssignCenter,
  BroadcastRemarks,
  BroadcastTicket,
  CancelTicket,
  CancelWithReason,
  DecideHeldFee,
  DeleteTicket,
  OnboardingRemarks,
  type PunchStatus,
  partnerReasons,
  punchNeedsRemark,
  punchStatuses,
  RevealPartnerPhone,
  RevealPhone,
  ReviewPunch,
  revealReasons,
  UpdatePincode,
  UpdateRequirement,
} from "./act-schemas.ts";
export * from "./booking-schemas.ts";
export {
  labelOf,
  listedNames,
  meaningOfText,
  type TextName,
  type Texts,
  textNames,
  textOfColumn,
  wireOf,
} from "./fields/texts.ts";
export { whatOf, whoOf } from "./history-words.ts";
export * from "./labels.ts";
export { type RequestSource, requestSources } from "./measures.ts";
export { type JobPrice, jobPrice } from "./prices/job-price.ts";
export * from "./request-schemas.ts";
export * from "./ride-schemas.ts";
export { type ColumnName, columnNames, fixOf, isNeeded, isRead } from "./upload/columns.ts";
export * from "./upload/upload-schemas.ts";
export * from "./work-schemas.ts";
