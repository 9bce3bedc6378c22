import { randomUUID } from "node:crypto";
import { aPhone } from "#modules/testing/factories.ts";
import {
  callback,
  closed,
  due,
  feedback,
  job,
  type Knock,
  mate,
  open,
  pending,
  pictures,
  reserved,
  technician,
  ticketOf,
} from "./ask.ts";
import { again, form, ofService, page, riding, ticketField, typed, waiting, workerForm } from "./web-ask.ts";

const browser = { for: ["center"] } as const;
const desk = { for: ["admin"] } as const;
const notVisited = { amount: "0", closeRemarks: "Not Visited - Can't Deliver Service" };
const aSession = () => ({ sessionId: randomUUID() });

/** The requests to pages, their forms, and the files and streams behind them. */
export const web: Record<string, Knock> = {
  "GET (root)": page("/booking", browser),
  "GET /": page("/", browser),
  "GET /language": page("/language", browser),
  "POST /language choose": form("/language", "choose", { ...browser, with: { lang: "hi", to: "/booking" } }),

  "GET /booking/:id?": page("/booking", browser),
  "GET /booking/:id? #partner": page("/booking/:id", { ...browser, ids: { id: (t) => t.qr() } }),
  "GET /booking/:id? #code": page("/booking", { ...browser, with: { step: "otp" } }),
  "GET /booking/:id? #pay": page("/booking", {
    ...browser,
    ...ticketOf(due),
    with: ({ ticket }) => ({ step: "pay", ticket: ticket! }),
  }),
  "GET /booking/:id? #done": page("/booking", {
    ...browser,
    ...ticketOf(job),
    with: ({ ticket }) => ({ step: "done", ticket: ticket! }),
  }),
  "POST /booking/:id? service": form("/booking", "service", { ...browser, with: ofService }),
  "POST /booking/:id? details": form("/booking", "details", { ...browser, with: (_, t) => typed(t) }),
  "POST /booking/:id? partner": form("/booking/:id", "partner", {
    ...browser,
    ids: { id: (t) => t.qr() },
    with: (_, t) => typed(t),
  }),
  "POST /booking/:id? pickdrop": form("/booking", "pickdrop", browser),
  "POST /booking/:id? place": form("/booking", "place", { ...browser, with: (_, t) => ({ pincode: t.pincode }) }),
  "POST /booking/:id? tile": form("/booking", "tile", { ...browser, with: ofService }),
  "POST /booking/:id? need": form("/booking", "need", browser),
  "POST /booking/:id? time": form("/booking", "time", { ...browser, with: { when: "IMMEDIATELY" } }),
  "POST /booking/:id? you": form("/booking", "you", { ...browser, with: { answers: "-" } }),
  "POST /booking/:id? waitlist": form("/booking", "waitlist", { ...browser, with: waiting }),
  "POST /booking/:id? waitresend": form("/booking", "waitresend", browser),
  "POST /booking/:id? waitcode": form("/booking", "waitcode", { ...browser, with: { otp: "123456" } }),
  "POST /booking/:id? verify": form("/booking", "verify", { ...browser, with: { otp: "123456" } }),
  "POST /booking/:id? resend": form("/booking", "resend", browser),
  "POST /booking/:id? check": form("/booking", "check", { ...browser, ...ticketOf(due), with: ticketField }),
  "POST /booking/:id? forget": form("/booking", "forget", browser),
  "GET /bookingPickDrop/:id": page("/bookingPickDrop/:id", { ...browser, ids: { id: (t) => t.driverQr() } }),
  "GET /bookingPickDrop/:id #notDriver": page("/bookingPickDrop/:id", { ...browser, ids: { id: (t) => t.qr() } }),
  "GET /bookingPickDrop/:id #ride": page("/bookingPickDrop/:id", {
    ...browser,
    ids: { id: (t) => t.driverQr(), ride: (t) => t.ride() },
    with: ({ ride }) => ({ ride: ride! }),
  }),
  "POST /bookingPickDrop/:id ride": form("/bookingPickDrop/:id", "ride", {
    ...browser,
    ids: { id: (t) => t.driverQr() },
    with: (_, t) => riding(t),
  }),
  "POST /bookingPickDrop/:id check": form("/bookingPickDrop/:id", "check", {
    ...browser,
    ids: { id: (t) => t.driverQr(), ride: (t) => t.ride() },
    with: ({ ride }) => ({ ride: ride! }),
  }),

  "GET /pincodes/:pincode": page("/pincodes/560001", browser),

  "GET /serviceStatus": page("/serviceStatus", browser),
  "GET /serviceStatus #one": page("/serviceStatus", {
    ...browser,
    ...ticketOf(job),
    with: ({ ticket }) => ({ id: ticket! }),
  }),
  "GET /serviceStatus #see": page("/serviceStatus", {
    ...browser,
    ...ticketOf(closed),
    with: ({ ticket }) => ({ id: ticket!, do: "see" }),
  }),
  "GET /serviceStatus #rebook": page("/serviceStatus", {
    ...browser,
    ...ticketOf(closed),
    with: ({ ticket }) => ({ id: ticket!, do: "rebook" }),
  }),
  "POST /serviceStatus rate": form("/serviceStatus", "rate", {
    ...browser,
    ...ticketOf(closed),
    with: (ids) => ({ ...ticketField(ids), rating: "5" }),
  }),
  "POST /serviceStatus send": form("/serviceStatus", "send", { ...browser, ...ticketOf(closed), with: ticketField }),
  "POST /serviceStatus confirm": form("/serviceStatus", "confirm", {
    ...browser,
    ...ticketOf(closed),
    with: (ids) => ({ ...ticketField(ids), otp: "123456" }),
  }),
  "POST /serviceStatus forget": form("/serviceStatus", "forget", {
    ...browser,
    ...ticketOf(closed),
    with: ticketField,
  }),
  "POST /serviceStatus find": form("/serviceStatus", "find", { ...browser, with: () => ({ phone: aPhone() }) }),
  "POST /serviceStatus findProve": form("/serviceStatus", "findProve", {
    ...browser,
    with: () => ({ phone: aPhone(), otp: "123456" }),
  }),
  "POST /serviceStatus findForget": form("/serviceStatus", "findForget", browser),
  "POST /serviceStatus rebook": form("/serviceStatus", "rebook", {
    ...browser,
    ...ticketOf(closed),
    with: (ids) => ({ ...ticketField(ids), ...again }),
  }),
  "POST /serviceStatus revisit": form("/serviceStatus", "revisit", {
    ...browser,
    ...ticketOf(closed),
    with: (ids) => ({ ...ticketField(ids), ...again }),
  }),
  "GET /feedback/:token?": page("/feedback/:token", { ...browser, ids: { token: feedback } }),
  "POST /feedback/:token? submit": form("/feedback/:token", "submit", {
    ...browser,
    ids: { token: feedback },
    with: ({ token }) => ({
      token: token!,
      question1: "9",
      question2: "9",
      question3: "9",
      question4: "9",
      question5: "9",
    }),
  }),
  "GET /api/docs": page("/api/docs", browser),
  "GET /api/openapi.json": page("/api/openapi.json", browser),
  "GET /*": page("/no-such-page", browser),

  "GET /login": page("/login", browser),
  "POST /login send": form("/login", "send", { ...browser, with: () => ({ phone: aPhone() }) }),
  "POST /login login": form("/login", "login", {
    ...browser,
    ids: { phone: async (t) => (await t.center()).phone },
    with: ({ phone }) => ({ phone: phone!, otp: "123456" }),
  }),
  "POST /logout logout": form("/logout", "logout", browser),
  "GET (routes/center/frame/route.tsx)": page("/center-dashboard", browser),
  "GET /center-dashboard": page("/center-dashboard", browser),
  "GET /brodcast-requests": page("/brodcast-requests", browser),
  "GET /brodcast-requests #reject": page("/brodcast-requests", {
    ...browser,
    ids: { offer: (t) => t.offer() },
    with: ({ offer }) => ({ reject: offer! }),
  }),
  "GET /brodcast-requests #pay": page("/brodcast-requests", {
    ...browser,
    ids: { offer: reserved },
    with: ({ offer }) => ({ pay: offer! }),
  }),
  "GET /brodcast-requests #back": page("/brodcast-requests", {
    ...browser,
    ...ticketOf(job),
    with: ({ ticket }) => ({ payment: "paid", ticket: ticket! }),
  }),
  "POST /brodcast-requests accept": form("/brodcast-requests", "accept", {
    ...browser,
    ids: { offer: (t) => t.offer() },
    with: ({ offer }) => ({ broadcastId: offer! }),
  }),
  "POST /brodcast-requests reject": form("/brodcast-requests", "reject", {
    ...browser,
    ids: { offer: (t) => t.offer() },
    with: ({ offer }) => ({ broadcastId: offer! }),
  }),
  "POST /brodcast-requests giveBack": form("/brodcast-requests", "giveBack", {
    ...browser,
    ids: { offer: reserved },
    with: ({ offer }) => ({ broadcastId: offer! }),
  }),
  "POST /brodcast-requests subscribe": form("/brodcast-requests", "subscribe", {
    ...browser,
    with: () => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${aPhone()}`,
      p256dh: `B${"a".repeat(86)}`,
      auth: "b".repeat(22),
    }),
  }),
  "POST /brodcast-requests unsubscribe": form("/brodcast-requests", "unsubscribe", {
    ...browser,
    with: { endpoint: "https://fcm.googleapis.com/fcm/send/none" },
  }),
  "POST /brodcast-requests check": form("/brodcast-requests", "check", {
    ...browser,
    ids: { offer: reserved },
    with: ({ offer }) => ({ broadcastId: offer!, ticketId: "a-ticket-of-the-address" }),
  }),
  "GET /tickets-center": page("/tickets-center", browser),
  "GET /tickets-center #one": page("/tickets-center", {
    ...browser,
    ...ticketOf(job),
    with: ({ ticket }) => ({ ticket: ticket! }),
  }),
  "GET /tickets-center #act": page("/tickets-center", {
    ...browser,
    ...ticketOf(job),
    with: ({ ticket }) => ({ act: "change", of: ticket! }),
  }),
  "POST /tickets-center assign": form("/tickets-center", "assign", {
    ...browser,
    ids: { ticket: open, technician },
    with: (ids) => ({ ...ticketField(ids), technicianId: ids.technician! }),
  }),
  "POST /tickets-center change": form("/tickets-center", "change", {
    ...browser,
    ids: { ticket: job, technician: mate },
    with: (ids) => ({ ...ticketField(ids), technicianId: ids.technician! }),
  }),
  "POST /tickets-center onTheWay": form("/tickets-center", "onTheWay", {
    ...browser,
    ...ticketOf(job),
    with: ticketField,
  }),
  "POST /tickets-center remark": form("/tickets-center", "remark", {
    ...browser,
    ...ticketOf(job),
    with: (ids) => ({ ...ticketField(ids), text: "hello" }),
  }),
  "POST /tickets-center picture": form("/tickets-center", "picture", {
    ...browser,
    ...ticketOf(job),
    with: ticketField,
    file: "pictures",
  }),
  "POST /tickets-center complete": form("/tickets-center", "complete", {
    ...browser,
    ...ticketOf(job),
    with: (ids) => ({ ...ticketField(ids), ...notVisited, material: "0" }),
  }),
  "POST /tickets-center close": form("/tickets-center", "close", {
    ...browser,
    ...ticketOf(job),
    with: (ids) => ({ ...ticketField(ids), ...notVisited }),
  }),
  "POST /tickets-center rebook": form("/tickets-center", "rebook", {
    ...browser,
    ...ticketOf(closed),
    with: (ids) => ({ ...ticketField(ids), ...again }),
  }),
  "POST /tickets-center delete": form("/tickets-center", "delete", {
    ...browser,
    ...ticketOf(pending),
    with: ticketField,
  }),
  "GET /ticket-created-by-you": page("/ticket-created-by-you", browser),
  "GET /ticket-created-by-you #delete": page("/ticket-created-by-you", {
    ...browser,
    ...ticketOf(pending),
    with: ({ ticket }) => ({ delete: ticket! }),
  }),
  "POST /ticket-created-by-you broadcast": form("/ticket-created-by-you", "broadcast", {
    ...browser,
    ...ticketOf(pending),
    with: ticketField,
  }),
  "POST /ticket-created-by-you delete": form("/ticket-created-by-you", "delete", {
    ...browser,
    ...ticketOf(pending),
    with: ticketField,
  }),
  "GET /AddTicket": page("/AddTicket", browser),
  "GET /AddTicket #created": page("/AddTicket", {
    ...browser,
    ...ticketOf(pending),
    with: ({ ticket }) => ({ created: ticket! }),
  }),
  "POST /AddTicket create": form("/AddTicket", "create", { ...browser, with: (_, t) => typed(t) }),
  "GET /rides": page("/rides", browser),
  "GET /exports": page("/exports", browser),
  "GET /rides/day-sheet.csv": page("/rides/day-sheet.csv", browser),
  "GET /payments": page("/payments", browser),
  "GET /payments #pay": page("/payments", {
    ...browser,
    ids: { order: (t) => t.recharge() },
    with: ({ order }) => ({ pay: order! }),
  }),
  "POST /payments recharge": form("/payments", "recharge", { ...browser, with: { amount: "500" } }),
  "POST /payments subscribe": form("/payments", "subscribe", {
    ...browser,
    with: { product: "annual", payBy: "card" },
  }),
  "POST /payments check": form("/payments", "check", {
    ...browser,
    ids: { order: (t) => t.recharge() },
    with: ({ order }) => ({ orderId: order! }),
  }),
  "GET /Technicians": page("/Technicians", browser),
  "GET /Technicians #delete": page("/Technicians", {
    ...browser,
    ids: { technician },
    with: ({ technician }) => ({ delete: technician! }),
  }),
  "POST /Technicians delete": form("/Technicians", "delete", {
    ...browser,
    ids: { technician: mate },
    with: ({ technician }) => ({ technicianId: technician! }),
  }),
  "GET /AddTechnician": page("/AddTechnician", browser),
  "GET /AddTechnician #edit": page("/AddTechnician", {
    ...browser,
    ids: { technician },
    with: ({ technician }) => ({ edit: technician! }),
  }),
  "POST /AddTechnician create": form("/AddTechnician", "create", {
    ...browser,
    ids: pictures,
    with: (ids, t) => workerForm(t, ids),
  }),
  "POST /AddTechnician update": form("/AddTechnician", "update", {
    ...browser,
    ids: { technician, ...pictures },
    with: (ids, t) => ({ ...workerForm(t, ids), technicianId: ids.technician! }),
  }),

  "GET /admin-login": page("/admin-login", desk),
  "POST /admin-login login": form("/admin-login", "login", {
    ...desk,
    with: () => ({ userName: `nobody-${aPhone()}`, password: "Wrong@1234" }),
  }),
  "GET /admin-login #code": page("/admin-login", { ...desk, with: { step: "code" } }),
  "POST /admin-login code": form("/admin-login", "code", {
    ...desk,
    with: () => ({ signIn: randomUUID(), otp: "123456" }),
  }),
  "GET /offline": page("/offline", desk),
  "GET /blogs": page("/blogs", desk),
  "GET /blogs/:slug": page("/blogs/nothing", desk),
  "GET /blogs/feed.xml": page("/blogs/feed.xml", desk),
  "GET /sitemap.xml": page("/sitemap.xml", desk),
  "GET /robots.txt": page("/robots.txt", desk),
  "GET /manifest.webmanifest": page("/manifest.webmanifest", desk),
  "GET /forgot-password": page("/forgot-password", desk),
  "POST /forgot-password ask": form("/forgot-password", "ask", {
    ...desk,
    with: () => ({ phone: aPhone(), password: "Wrong@1234", again: "Wrong@1234" }),
  }),
  "POST /forgot-password finish": form("/forgot-password", "finish", {
    ...desk,
    with: () => ({ phone: aPhone(), request: "x".repeat(32), otp: "123456" }),
  }),
  "POST /admin-logout logout": form("/admin-logout", "logout", desk),
  "GET (routes/admin/frame/route.tsx)": page("/Home", desk),
  "GET /Home": page("/Home", desk),
  "GET /client-dashboard": page("/client-dashboard", desk),
  "GET /wallet-client": page("/wallet-client", desk),
  "GET /admin-security": page("/admin-security", desk),
  "POST /admin-security setUp": form("/admin-security", "setUp", desk),
  "POST /admin-security replace": form("/admin-security", "replace", desk),
  "POST /admin-security confirm": form("/admin-security", "confirm", { ...desk, with: { otp: "" } }),
  "POST /admin-security renew": form("/admin-security", "renew", desk),
  "POST /admin-security turnOff": form("/admin-security", "turnOff", desk),
  "POST /admin-security endSession": form("/admin-security", "endSession", { ...desk, with: aSession }),
  "POST /admin-security endOthers": form("/admin-security", "endOthers", desk),
  "POST /admin-security sendMobileCode": form("/admin-security", "sendMobileCode", desk),
  "POST /admin-security proveMobile": form("/admin-security", "proveMobile", { ...desk, with: { otp: "" } }),
  "POST /admin-security later": form("/admin-security", "later", desk),

  "POST /webhooks/razorpay": {
    ...browser,
    ask: () => ({ to: "/webhooks/razorpay", json: { event: "payment.captured" } }),
  },
  "POST /webhooks/msg91": { ...browser, ask: () => ({ to: "/webhooks/msg91", json: { requestId: "1", status: "1" } }) },
  "GET /webhooks/whatsapp": page("/webhooks/whatsapp", {
    ...browser,
    with: { "hub.mode": "subscribe", "hub.challenge": "1", "hub.verify_token": "guess" },
  }),
  "POST /webhooks/whatsapp": { ...browser, ask: () => ({ to: "/webhooks/whatsapp", json: { entry: [] } }) },
  "GET /payment/return": page("/payment/return", browser),
  "POST /payment/return": {
    ...browser,
    ids: { order: async (t) => (await t.due()).order },
    ask: ({ order }) => ({ to: "/payment/return", form: callback(order!) }),
  },
  "GET /sandbox/* #outbox": page("/sandbox/outbox", browser),
  "POST /sandbox/* #pay": {
    ...browser,
    ask: () => ({ to: "/sandbox/razorpay/pay", json: { order_id: "order_none", outcome: "success" } }),
  },
};
