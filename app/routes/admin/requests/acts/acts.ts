import type { IconName } from "#app/ui/base/icon.tsx";
import type { MessageKey } from "#modules/messages/index.ts";

/** Everything an admin does with one request; `actsOf` says what is offered for one. */
export const requestActs = [
  "view",
  "edit",
  "assign",
  "reassign",
  "close",
  "recordPayment",
  "broadcast",
  "delete",
  "rebook",
  "revisit",
  "remarks",
  "reopenLog",
  "pictures",
  "review",
  "pincode",
  "requirement",
  "start",
  "agreeTime",
  "answerTime",
  "handBack",
  "nobodyCame",
  "cancelForCustomer",
  "cancel",
] as const;
export type RequestAct = (typeof requestActs)[number];

/** The lists of requests; some offer fewer acts or name one differently. */
export type RequestList =
  | "all"
  | "pending"
  | "closed"
  | "noService"
  | "b2b"
  | "client"
  | "center"
  | "erickshaw"
  | "broadcasts";

/** An act offered for a request; one that is shown but cannot be done now says why in `off` (R241–R243). */
export type Offered = { act: RequestAct; off?: MessageKey };

/** What a row shows of its acts, as the server says. */
export type OfferedActs = {
  offered: readonly Offered[];
  /** R245: it was broadcast, and still waits for a center. */
  broadcasted: boolean;
  /** R231: the onboarding team left remarks. */
  remarked: boolean;
};

/** The acts that a list of their own does not offer: R248 on the pending list, and what B2B lists show. */
export function offeredIn(list: RequestList, offered: readonly Offered[]): readonly Offered[] {
  switch (list) {
    case "pending":
      return offered.filter(({ act }) => act !== "assign" && act !== "reassign");
    case "b2b":
      return offered.filter(({ act }) => act === "remarks" || act === "view");
    case "client":
      return offered.filter(({ act }) =>
        ["view", "edit", "close", "recordPayment", "broadcast", "rebook", "remarks", "reopenLog", "review"].includes(
          act,
        ),
      );
    default:
      return offered;
  }
}

/** The specified name of an act (R240: Close Ticket on the closed list). */
export function actName(act: RequestAct, list?: RequestList): MessageKey {
  return act === "close" && list === "closed" ? "acts.closeTicket" : `acts.${act}`;
}

/** The verb on a row's button, where the name is too long. */
export const actVerbs: Partial<Record<RequestAct, MessageKey>> = {
  view: "common.view",
  assign: "acts.verb.assign",
  reassign: "acts.verb.reassign",
  close: "common.close",
  review: "acts.verb.review",
};

export const actIcons: Record<RequestAct, IconName> = {
  view: "file-text",
  edit: "pencil",
  assign: "user",
  reassign: "repeat",
  close: "circle-check",
  recordPayment: "indian-rupee",
  broadcast: "radio",
  delete: "trash-2",
  rebook: "refresh-cw",
  revisit: "history",
  remarks: "message-circle",
  reopenLog: "list",
  pictures: "camera",
  review: "shield-check",
  pincode: "map-pin",
  requirement: "wrench",
  start: "shield-check",
  agreeTime: "calendar-clock",
  answerTime: "calendar-clock",
  handBack: "undo-2",
  nobodyCame: "circle-alert",
  cancelForCustomer: "phone",
  cancel: "x",
};

/** The keys of acts on the current row or request; the list itself opens one with `o`. */
export const actKeys: Partial<Record<string, readonly RequestAct[]>> = {
  a: ["assign", "reassign"],
  c: ["close"],
  e: ["edit"],
  m: ["remarks"],
};

/** The key of an act, if it has one. */
export const keyOfAct = (act: RequestAct): string | undefined =>
  Object.entries(actKeys).find(([, acts]) => acts?.includes(act))?.[0];

/** The page an act leads to; undefined for one that opens a dialog over the page. */
export function pageOf(act: RequestAct, id: string): string | undefined {
  switch (act) {
    case "view":
      return `/view-ticket?ticketId=${id}`;
    case "edit":
      return `/admin-ticket?edit=${id}`;
    case "reopenLog":
      return `/reopen-log/${id}`;
    case "pictures":
    case "review":
      return `/ticketDocument?ticketId=${id}`;
    default:
      return undefined;
  }
}
