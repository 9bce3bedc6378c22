import { randomUUID } from "node:crypto";
import { call, closed, job, type Knock, open, read } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const browser = { for: ["center"] } as const;
const adjusting = { for: ["admin"], needs: ["adjust_wallet"] } as const;
const reports = { for: ["admin"], needs: ["view_dashboard_full_access"] } as const;
const wallets = { for: ["admin"], needs: ["view_Wallet"] } as const;
const anOwner = { userId: randomUUID() };
const noTechnician = {
  userType: "Technician",
  technician_id: randomUUID(),
  paymentCategory: "BONUS",
  balance: 10,
  bonus: 0,
  remarks: "Thanks",
};
const aVersion = { versionId: randomUUID() };
const nothing = { adjustmentId: randomUUID() };
const editing = { for: ["admin"], needs: ["edit_ticket.full_access"] } as const;
const aDecision = { caseId: randomUUID(), decision: "earned", reason: "Both said so" };
const anAppeal = { caseId: randomUUID(), reason: "The center has pictures" };

/** The requests to refunds, penalties and objections to them, and to the terms of the fee. */
export const moneyDoors: Record<string, Knock> = {
  "GET /terms": page("/terms", browser),
  "POST /tickets-center handBack": form("/tickets-center", "handBack", {
    ...browser,
    ids: { ticket: open },
    with: ({ ticket }) => ({ ticketId: ticket!, reason: "too_far" }),
  }),
  "POST /tickets-center answerTime": form("/tickets-center", "answerTime", {
    ...browser,
    ids: { ticket: open },
    with: ({ ticket }) => ({ ticketId: ticket!, answer: "refuse" }),
  }),
  "POST /tickets-center recordPayment": form("/tickets-center", "recordPayment", {
    ...browser,
    ids: { ticket: closed },
    with: ({ ticket }) => ({ ticketId: ticket!, paymentReference: "412345678901" }),
  }),
  "POST api/admin/send-refund-in-wallet-technician": call("admin/send-refund-in-wallet-technician", {
    ...adjusting,
    ids: { ticket: job, center: async (t) => (await t.job()) && (await t.center()).id },
    send: ({ ticket, center }) => ({
      ticket_obj_id: ticket,
      center_obj_id: { _id: center },
      Name: "Whoever",
      refundType: "Penalty",
      refundAmount: 10,
      refundRemarks: "Late",
    }),
  }),
  "POST api/admin/add_wallet_balance_by_admin": call("admin/add_wallet_balance_by_admin", {
    ...adjusting,
    send: () => noTechnician,
  }),
  "GET api/center/fee-papers": read("center/fee-papers", browser),
  // Whose paper it is decides; modules/tickets/papers/paper-file.test.ts asks for a center's and a customer's.
  "GET /fee-papers/:id": page(`/fee-papers/${randomUUID()}`, { for: ["center"], needs: ["view_Wallet"] }),
  "GET /payment #papers": page("/payment?tab=papers", wallets),
  "GET /lists/:list/export #feePapers": page("/lists/fee-papers/export?format=csv", wallets),
  "GET api/center/visit-bills": read("center/visit-bills", browser),
  "GET /payment #bills": page("/payment?tab=bills", wallets),
  "GET /lists/:list/export #visitBills": page("/lists/visit-bills/export?format=csv", wallets),
  "GET api/center/subscription": read("center/subscription", browser),
  "POST api/center/subscription": call("center/subscription", {
    ...browser,
    send: () => ({ product: "annual", pay_by: "wallet" }),
  }),
  "POST api/admin/center-subscription": call("admin/center-subscription", {
    ...adjusting,
    ids: { center: async (t) => (await t.center()).id },
    send: ({ center }) => ({ center_obj_id: center, product: "annual", reference: `UTR ${center}` }),
  }),
  "POST api/admin/refund-center-subscription": call("admin/refund-center-subscription", {
    ...adjusting,
    send: () => ({ center_obj_id: randomUUID(), amount: 1, remarks: "Nothing to refund" }),
  }),
  ...Object.fromEntries(
    ["get-all-consumer", "wallet-transactions", "wallet-transactions-consumer", "get-wallet-transactions-by-admin"]
      .concat("payment-transactions", "payment-transactions-consumer")
      .map((name) => [`GET api/admin/${name}`, read(`admin/${name}`, wallets)]),
  ),
  "GET api/admin/wallet-transactions-byId": read("admin/wallet-transactions-byId", { ...wallets, send: () => anOwner }),
  "GET api/admin/wallet-transactions-consumer-byId": read("admin/wallet-transactions-consumer-byId", {
    ...wallets,
    send: () => anOwner,
  }),
  "GET /wallet": page("/wallet", wallets),
  "GET /payment": page("/payment", wallets),
  "GET /report-page": page("/report-page", reports),
  "GET /report-page/file": page("/report-page/file?list=report&format=csv", reports),
  "POST /report-page schedule": form("/report-page", "schedule", {
    ...reports,
    with: { list: "report", every: "daily", format: "csv" },
  }),
  "POST /report-page unschedule": form("/report-page", "unschedule", {
    ...reports,
    with: { scheduleId: randomUUID() },
  }),
  "GET /payment-close": page("/payment-close", wallets),
  "POST /payment-close look": form("/payment-close", "look", { ...wallets, with: { day: "2026-11-01" } }),
  "POST /wallet initiate": form("/wallet", "initiate", {
    ...adjusting,
    with: { userType: "Technician", technician: randomUUID(), kind: "BONUS", amount: "10", remarks: "Thanks" },
  }),
  "POST /wallet subscribe": form("/wallet", "subscribe", {
    ...adjusting,
    with: { centerId: randomUUID(), product: "annual", reference: "UTR 41" },
  }),
  "POST /wallet refundSubscription": form("/wallet", "refundSubscription", {
    ...adjusting,
    with: { centerId: randomUUID(), amount: "1", remarks: "Agreed" },
  }),
  "GET /cases": page("/cases", editing),
  "POST /cases decide": form("/cases", "decide", { ...adjusting, with: aDecision }),
  "POST /cases decideAppeal": form("/cases", "decideAppeal", { ...adjusting, with: aDecision }),
  "POST /cases appeal": form("/cases", "appeal", { ...editing, with: anAppeal }),
  "GET /wallet-approvals": page("/wallet-approvals", adjusting),
  "POST /wallet-approvals decideFee": form("/wallet-approvals", "decideFee", {
    ...adjusting,
    with: () => ({ ticketId: "no-such-request", verdict: "EARNED", remarks: "There" }),
  }),
  "POST /wallet-approvals approve": form("/wallet-approvals", "approve", { ...adjusting, with: nothing }),
  "POST /wallet-approvals refuse": form("/wallet-approvals", "refuse", {
    ...adjusting,
    with: { ...nothing, remarks: "Paid before" },
  }),
  "POST /wallet-approvals withdraw": form("/wallet-approvals", "withdraw", { ...adjusting, with: nothing }),
  "POST /wallet-approvals settle": form("/wallet-approvals", "settle", {
    ...adjusting,
    with: { ...nothing, verdict: "RETURNED", remarks: "You were right" },
  }),
  "GET /visit-rules": page("/visit-rules", adjusting),
  "POST /visit-rules propose": form("/visit-rules", "propose", {
    ...adjusting,
    with: {
      version: "0",
      earlyMinutes: "180",
      changeMinutes: "60",
      changeAtMost: "2",
      absentCalls: "2",
      absentMinutes: "15",
      missedMinutes: "15",
      missedLeadPercent: "0",
      lateFee: "kept",
      lateLeadPercent: "50",
      freeMinutes: "15",
      freeAtMost: "3",
      laterLeadPercent: "0",
    },
  }),
  "POST /visit-rules approve": form("/visit-rules", "approve", { ...adjusting, with: aVersion }),
  "POST /visit-rules refuse": form("/visit-rules", "refuse", { ...adjusting, with: aVersion }),
  "POST /visit-rules withdraw": form("/visit-rules", "withdraw", { ...adjusting, with: aVersion }),
  "POST /payments object": form("/payments", "object", {
    ...browser,
    ids: { penalty: (t) => t.penalty() },
    with: ({ penalty }) => ({ adjustmentId: penalty!, text: "Nobody was at home" }),
  }),
  "POST /objection-pictures": {
    ...browser,
    ask: () => ({ to: "/objection-pictures", form: {}, file: "picture" }),
  },
  "GET /objection-pictures/:id": page("/objection-pictures/:id", {
    ...browser,
    needs: ["adjust_wallet"],
    ids: { id: async (t) => (await t.objected()).picture },
  }),
};
