import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { type Column, defineList, type Tell } from "#modules/kernel/lists/list.server.ts";
import { toPaise } from "#modules/kernel/money.ts";
import { bound, id } from "#modules/kernel/validation.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { hidesContacts, readsHouse, worded } from "#modules/tickets/index.ts";
import { labelOf, listedNames, requestSources, wholeDays } from "#modules/tickets/shared.ts";
import { reportPermission } from "../policy.ts";
import { type RequestRow, type RevenueRow, requestRows, revenueRows } from "./request-rows.ts";

/*
 * The files of the report page (R317): `report` and `revenue_report`, one row per request, with every column the asker
 * may see. They are lists like others, so that the exports guard, mask, log and prepare them like others.
 */

const ReportFilter = z.object({
  from: bound("start"),
  to: bound("end"),
  client: id.optional(),
  service: id.optional(),
  source: z.enum(requestSources).optional(),
});

const seesPhones = (actor: Actor) => !hidesContacts(actor);

/** Columns of each kind: an id, a heading and the value, for those who may see it. */
const kinds = <Row>() => {
  type Seen = Column<Row>["seenBy"];
  const seen = (seenBy: Seen) => seenBy && { seenBy };
  return {
    text: (
      id: string,
      label: MessageKey,
      value: (row: Row, tell: Tell) => string | null,
      seenBy?: Seen,
    ): Column<Row> => ({ id, label, kind: "text", value, ...seen(seenBy) }),
    count: (id: string, label: MessageKey, value: (row: Row) => number | null): Column<Row> => ({
      id,
      label,
      kind: "count",
      value,
    }),
    rupees: (
      id: string,
      label: MessageKey,
      value: (row: Row) => RequestRow["closingPricePaise"],
      seenBy?: Seen,
    ): Column<Row> => ({ id, label, kind: "rupees", value, ...seen(seenBy) }),
    moment: (id: string, label: MessageKey, value: (row: Row) => Date | null): Column<Row> => ({
      id,
      label,
      kind: "moment",
      value,
    }),
    yesNo: (id: string, label: MessageKey, value: (row: Row) => boolean | null, seenBy?: Seen): Column<Row> => ({
      id,
      label,
      kind: "yesNo",
      value,
      ...seen(seenBy),
    }),
  };
};

const of = kinds<RequestRow>();

/** One row per request with all that is known of it. */
export const reportList = defineList<typeof ReportFilter, RequestRow>({
  name: "report",
  title: "report.file.report",
  can: reportPermission,
  filesForAll: true,
  undated: true,
  filter: ReportFilter,
  key: ({ id }) => id,
  page: requestRows,
  columns: [
    of.text("number", "lists.requestId", ({ number }) => number),
    of.moment("created", "lists.createdOn", ({ createdAt }) => createdAt),
    of.text("status", "lists.requestStatus", ({ status }, tell) => worded("status", status, tell)),
    of.text("origin", "common.broadcastStatus", ({ label }, tell) => worded("label", label, tell)),
    of.text("source", "report.bySource", ({ source }, tell) => tell(`report.source.${source}`)),
    of.text("createdBy", "common.createdBy", ({ createdBy }) => createdBy),
    of.text("service", "common.service", ({ service }) => service),
    of.text("requirement", "lists.requirements", ({ texts }) => texts.requirement),
    of.text("name", "common.name", ({ name }) => name),
    of.text("phone", "common.phone", ({ phone }) => phone, seesPhones),
    of.text("alternatePhone", "booking.alternatePhone", ({ texts }) => texts.alternatePhone, seesPhones),
    of.text("email", "common.email", ({ texts }) => texts.email, seesPhones),
    of.text("address", "common.address", ({ address }) => address),
    of.text("city", "common.city", ({ texts }) => texts.city),
    of.text("state", "common.state", ({ texts }) => texts.state),
    of.text("pincode", "common.pincode", ({ pincode }) => pincode),
    of.text("pick", "report.file.pick", ({ texts }) => texts.pickLocation),
    of.text("drop", "report.file.drop", ({ texts }) => texts.dropLocation),
    ...listedNames.map((name) => of.text(name, labelOf(name), ({ texts }) => texts[name])),
    of.text("client", "common.client", ({ client }) => client),
    of.text("reference", "report.file.reference", ({ clientReference }) => clientReference),
    of.text("time", "common.timePreference", ({ timePreference }, tell) => tell(`booking.time.${timePreference}`)),
    of.moment("visit", "lists.visitAt", ({ visitAt }) => visitAt),
    of.text("offer", "common.offerCode", ({ offerCode }) => offerCode),
    of.text("center", "common.center", ({ center }) => center),
    of.text("qrId", "lists.qrId", ({ qrId }) => qrId),
    of.text("technician", "lists.technician", ({ technician }) => technician),
    of.yesNo("paidByPublic", "lists.paidByPublic", ({ isPaidByPublic }) => isPaidByPublic),
    of.yesNo("paidByTechnician", "lists.paidByTechnician", ({ isPaidByTechnician }) => isPaidByTechnician, readsHouse),
    of.rupees("bookingFee", "transfer.booking_fee", ({ bookingFeePaise }) => bookingFeePaise, readsHouse),
    of.rupees("ticketPrice", "request.ticketPrice", ({ ticketPricePaise }) => ticketPricePaise),
    of.rupees("labour", "center.complete.labour", ({ labourPaise }) => labourPaise),
    of.rupees("material", "center.complete.material", ({ materialPaise }) => materialPaise),
    of.rupees("closingPrice", "center.complete.price", ({ closingPricePaise }) => closingPricePaise),
    of.rupees("share", "report.file.share", ({ platformSharePaise }) => platformSharePaise, readsHouse),
    of.rupees("due", "report.due", ({ clientDuePaise }) => clientDuePaise),
    of.text("payment", "common.paymentMethod", ({ paymentType }, tell) =>
      paymentType ? tell(`paymentType.${paymentType}`) : null,
    ),
    of.moment("pricePaid", "jobPayment.paidOn", ({ paidAt }) => paidAt),
    of.text("paymentReference", "jobPayment.referenceLabel", ({ paymentReference }) => paymentReference),
    of.yesNo("happyCode", "common.happyCode", ({ happyCode }) => happyCode),
    of.count("stars", "center.complete.rating", ({ stars }) => stars),
    of.text("closeRemarks", "report.file.closeRemarks", ({ closeRemarks }) => closeRemarks),
    of.text("technicianRemarks", "report.file.technicianRemarks", ({ technicianRemarks }) => technicianRemarks),
    of.text("adminRemarks", "report.file.adminRemarks", ({ adminRemarks }) => adminRemarks, readsHouse),
    of.text("teamRemarks", "report.file.teamRemarks", ({ teamRemarks }) => teamRemarks, readsHouse),
    of.text("cancelReason", "report.file.cancelReason", ({ cancelReason }) => cancelReason, readsHouse),
    of.count("pictures", "lists.image", ({ pictures }) => pictures || null),
    of.moment("broadcast", "report.file.broadcastAt", ({ broadcastAt }) => broadcastAt),
    of.moment("accepted", "report.file.acceptedAt", ({ acceptedAt }) => acceptedAt),
    of.moment("assigned", "lists.assignedOn", ({ assignedAt }) => assignedAt),
    of.moment("started", "report.file.startedAt", ({ startedAt }) => startedAt),
    of.moment("closed", "lists.closedAt", ({ closedAt }) => closedAt),
    of.moment("cancelled", "report.file.cancelledAt", ({ cancelledAt }) => cancelledAt),
    of.count("daysToClose", "lists.daysToClose", ({ createdAt, closedAt }) =>
      closedAt ? wholeDays(createdAt, closedAt) : null,
    ),
  ],
});

const money = kinds<RevenueRow>();

/** One row per request with its money; the columns of the house only for who reads its money (Q70). */
export const revenueList = defineList<typeof ReportFilter, RevenueRow>({
  name: "revenue_report",
  title: "report.file.revenue_report",
  can: reportPermission,
  filesForAll: true,
  undated: true,
  filter: ReportFilter,
  key: ({ id }) => id,
  page: revenueRows,
  columns: [
    money.text("number", "lists.requestId", ({ number }) => number),
    money.moment("created", "lists.createdOn", ({ createdAt }) => createdAt),
    money.moment("closed", "lists.closedAt", ({ closedAt }) => closedAt),
    money.text("status", "lists.requestStatus", ({ status }, tell) => worded("status", status, tell)),
    money.text("source", "report.bySource", ({ source }, tell) => tell(`report.source.${source}`)),
    money.text("service", "common.service", ({ service }) => service),
    money.text("client", "common.client", ({ client }) => client),
    money.text("center", "common.center", ({ center }) => center),
    money.yesNo("paidByPublic", "lists.paidByPublic", ({ isPaidByPublic }) => isPaidByPublic),
    money.yesNo(
      "paidByTechnician",
      "lists.paidByTechnician",
      ({ isPaidByTechnician }) => isPaidByTechnician,
      readsHouse,
    ),
    money.rupees("bookingFee", "transfer.booking_fee", ({ bookingFeePaise }) => bookingFeePaise, readsHouse),
    money.rupees("ticketPrice", "request.ticketPrice", ({ ticketPricePaise }) => ticketPricePaise),
    money.rupees("labour", "center.complete.labour", ({ labourPaise }) => labourPaise),
    money.rupees("material", "center.complete.material", ({ materialPaise }) => materialPaise),
    money.rupees("closingPrice", "center.complete.price", ({ closingPricePaise }) => closingPricePaise),
    money.text("payment", "common.paymentMethod", ({ paymentType }, tell) =>
      paymentType ? tell(`paymentType.${paymentType}`) : null,
    ),
    money.moment("pricePaid", "jobPayment.paidOn", ({ paidAt }) => paidAt),
    money.text("paymentReference", "jobPayment.referenceLabel", ({ paymentReference }) => paymentReference),
    money.rupees("due", "report.due", ({ clientDuePaise }) => clientDuePaise),
    money.rupees("share", "report.file.share", ({ platformSharePaise }) => platformSharePaise, readsHouse),
    money.rupees("earned", "report.earned", ({ earnedPaise }) => earnedPaise, readsHouse),
    money.rupees("held", "report.held", ({ heldPaise }) => heldPaise, readsHouse),
    money.rupees("refunded", "report.refunded", ({ refundedPaise }) => refundedPaise, readsHouse),
    money.rupees("centers", "report.centers", ({ centersPaise }) => centersPaise, readsHouse),
    money.rupees("customers", "report.customers", ({ customersPaise }) => customersPaise, readsHouse),
    money.rupees(
      "total",
      "report.total",
      ({ centersPaise, customersPaise }) => toPaise(centersPaise + customersPaise),
      readsHouse,
    ),
  ],
});
