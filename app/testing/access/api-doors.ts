import { aPhone } from "#modules/testing/factories.ts";
import {
  admin,
  anybody,
  byTicket,
  call,
  callback,
  center,
  closed,
  closing,
  due,
  edit,
  feedback,
  job,
  type Knock,
  mate,
  mobile,
  noSession,
  now,
  open,
  pending,
  person,
  pictures,
  read,
  shop,
  stars,
  technician,
  ticketOf,
  worker,
} from "./ask.ts";

/** The requests to the calls of the API. */
export const api: Record<string, Knock> = {
  "POST api/consumerAppAppRoute/sent-otp-by-web": call("consumerAppAppRoute/sent-otp-by-web", {
    ...noSession,
    send: () => mobile(),
  }),
  "POST api/consumerAppAppRoute/verify-otp-by-web": call("consumerAppAppRoute/verify-otp-by-web", {
    ...noSession,
    send: () => ({ ...mobile(), otp: 123456 }),
  }),
  "POST api/consumerAppAppRoute/register-consumer-by-web": call("consumerAppAppRoute/register-consumer-by-web", {
    ...noSession,
    send: () => ({ name: "Sita", personal_details: { phone: mobile() } }),
  }),
  "POST api/center/sent-otp": call("center/sent-otp", { ...noSession, send: () => mobile() }),
  "POST api/center/verify-otp": call("center/verify-otp", { ...noSession, send: () => ({ ...mobile(), otp: 123456 }) }),
  "POST api/center/login-with-otp": call("center/login-with-otp", {
    ...noSession,
    ids: { phone: async (t) => (await t.center()).phone },
    send: ({ phone }) => ({ ...mobile(phone), otp: 123456 }),
  }),
  "GET api/common/get-center-onboarder-objectId": read("common/get-center-onboarder-objectId", {
    for: anybody,
    ids: { onboarder: async (t) => (await t.onboarder()).centerOnboarderId },
    send: ({ onboarder }) => ({ center_onboarder_id: onboarder }),
  }),
  "POST api/center/register-center-via-web": call("center/register-center-via-web", {
    ...noSession,
    ids: { onboarder: async (t) => (await t.onboarder()).centerOnboarderId },
    send: ({ onboarder }, t) => ({ ...shop(t), center_onboarder_id: onboarder }),
  }),
  "POST api/centerOnboarding/sendotp-onboarder": call("centerOnboarding/sendotp-onboarder", {
    ...noSession,
    send: (_, t) => ({
      ...mobile(),
      name: "Sunil",
      primary_services: t.service.id,
      allowed_states: ["Karnataka"],
      allowed_cities: ["Mysuru"],
    }),
  }),
  "POST api/centerOnboarding/register-onboarder": call("centerOnboarding/register-onboarder", {
    ...noSession,
    ids: { uniqueId: (t) => t.becoming() },
    send: ({ uniqueId }) => ({ uniqueId, otp: 123456 }),
  }),
  "POST api/centerOnboarding/send-otp-login": call("centerOnboarding/send-otp-login", {
    ...noSession,
    send: () => mobile(),
  }),
  "POST api/centerOnboarding/verify-otp-login": call("centerOnboarding/verify-otp-login", {
    ...noSession,
    ids: { phone: async (t) => (await t.onboarder()).phone },
    send: ({ phone }) => ({ ...mobile(phone), otp: 123456 }),
  }),
  "POST api/centerOnboarding/create-center": call("centerOnboarding/create-center", {
    for: ["onboarder"],
    send: (_, t) => shop(t),
  }),
  "GET api/centerOnboarding/get-center": read("centerOnboarding/get-center", {
    for: ["onboarder"],
    send: () => ({}),
  }),
  "GET api/centerOnboarding/unserved-demand": read("centerOnboarding/unserved-demand", {
    for: ["onboarder"],
    send: () => ({}),
  }),
  "POST api/technicianApp/sent-otp": call("technicianApp/sent-otp", { ...noSession, send: () => mobile() }),
  "POST api/technicianApp/login-with-otp": call("technicianApp/login-with-otp", {
    ...noSession,
    ids: { phone: async (t) => (await t.technician()).phone },
    send: ({ phone }) => ({ ...mobile(phone), otp: 123456 }),
  }),
  "POST api/admin/forgot-password": call("admin/forgot-password", {
    ...noSession,
    send: () => ({ phone_number: aPhone(), password: "Wrong@1234" }),
  }),
  "POST api/admin/login": call("admin/login", {
    ...noSession,
    send: () => ({ user_name: `nobody-${aPhone()}`, password: "Wrong@1234" }),
  }),

  "POST api/center/public-ticket-booking": call("center/public-ticket-booking", {
    ...noSession,
    send: (_, t) => person(t),
  }),
  "POST api/center/public-ticket-booking-withINA": call("center/public-ticket-booking-withINA", {
    ...noSession,
    ids: { qr: (t) => t.qr() },
    send: ({ qr }, t) => ({ ...person(t), qr_id: qr }),
  }),
  "POST api/center/public-ticket-booking-withINA-pickdrop": call("center/public-ticket-booking-withINA-pickdrop", {
    ...noSession,
    ids: { center: async (t) => (await t.center()).id },
    send: ({ center }) => ({ center_obj_id: center }),
  }),
  "POST api/payment/capture-payment-broadcastTicket": call("payment/capture-payment-broadcastTicket", {
    for: ["center"],
    ...ticketOf(due),
    send: byTicket,
  }),
  "POST api/technicianApp/ticket-createfor-erikshaw": call("technicianApp/ticket-createfor-erikshaw", {
    ...noSession,
    ids: { driver: async (t) => (await t.driver()).id },
    send: ({ driver }, t) => ({
      personal_details: { name: "Sita", phone: { country_code: "91", mobile_number: aPhone() } },
      pincode: t.pincode,
      pick_location: "Station",
      drop_location: "Market",
      city: "Pune",
      state: "Maharashtra",
      ticket_price: 10,
      mode_of_payment: "cash",
      center_obj_id: driver,
    }),
  }),
  "POST api/payment/capture-razorpay-payment #ride": call("payment/capture-razorpay-payment", {
    for: ["center"],
    ids: { ride: (t) => t.ride() },
    send: ({ ride }) => ({ ticket_obj_id: ride }),
  }),
  "POST api/payment/capture-razorpay-payment": call("payment/capture-razorpay-payment", {
    for: ["center"],
    ...ticketOf(due),
    send: byTicket,
  }),
  "POST api/center/accept-public-ticket-after-payment": call("center/accept-public-ticket-after-payment", {
    ...noSession,
    ids: { order: async (t) => (await t.due()).order },
    send: ({ order }) => callback(order!),
  }),
  "GET api/center/get-razorpay-key": read("center/get-razorpay-key", center),

  "GET api/center/get-center-based-on-qr": read("center/get-center-based-on-qr", {
    for: ["center"],
    ids: { qr: (t) => t.qr() },
    send: ({ qr }) => ({ qr_id: qr }),
  }),
  "GET api/getCenterByQrId": read("getCenterByQrId", {
    for: ["center"],
    ids: { qr: (t) => t.qr() },
    send: ({ qr }) => ({ qr_id: qr }),
  }),
  "GET api/center/getCenterByQrId": read("center/getCenterByQrId", {
    for: ["center"],
    ids: { qr: (t) => t.qr() },
    send: ({ qr }) => ({ qr_id: qr }),
  }),
  "GET api/admin/get-all-active-services": read("admin/get-all-active-services", noSession),
  "GET api/admin/get-all-services": read("admin/get-all-services", noSession),
  "GET api/vehicle/getAll-vehicle": read("vehicle/getAll-vehicle", noSession),
  "GET api/center/visit-windows": read("center/visit-windows", {
    ...noSession,
    send: (_, t) => ({ pincode: "560001", service_provided_for: t.service.id }),
  }),
  "GET api/common/reverse-geocode": read("common/reverse-geocode", {
    ...noSession,
    send: () => ({ latitude: "12.97", longitude: "77.59" }),
  }),

  "POST api/center/create-technician": call("center/create-technician", {
    ...center,
    ids: pictures,
    send: (ids, t) => worker(t, ids),
  }),
  "POST api/center/update-technician": call("center/update-technician", {
    ...center,
    ids: { technician, ...pictures },
    send: (ids, t) => ({ ...worker(t, ids), technician_obj_id: ids.technician }),
  }),
  "GET api/center/get-all-technician": read("center/get-all-technician", center),
  "GET api/center/get-all-technician #one": read("center/get-all-technician", {
    ...center,
    ids: { technician },
    send: ({ technician }) => ({ technician_obj_id: technician }),
  }),
  "DELETE api/center/deleteTechnician/{id}": call("center/deleteTechnician/{id}", { ...center, ids: { id: mate } }),
  "GET api/technicianApp/get-all-technician-center": read("technicianApp/get-all-technician-center", center),
  "POST api/common/upload-image/{type}": {
    ...center,
    ask: () => ({ to: "/api/common/upload-image/TECHNICIAN_PAN_CARD", form: {}, file: "aadhar" }),
  },
  "POST api/center/center-all-transaction": call("center/center-all-transaction", {
    for: ["center", "admin"],
    needs: ["view_Wallet"],
    ids: { phone: async (t) => (await t.center()).phone },
    send: ({ phone }) => ({ mobile_number: phone }),
  }),

  "POST api/center/create-ticket": call("center/create-ticket", { ...center, send: (_, t) => person(t) }),
  "GET api/center/get-all-ticket": read("center/get-all-ticket", center),
  "GET api/center/get-single-ticket": read("center/get-single-ticket", {
    for: ["center", "technician"],
    ...ticketOf(job),
    send: byTicket,
  }),
  "GET api/center/get-all-center-ticket/{centerObjId}": read("center/get-all-center-ticket/{centerObjId}", {
    for: ["center", "admin"],
    needs: ["view_center_ticket", "view_ticket.full_access"],
    ids: { centerObjId: async (t) => (await t.job()) && (await t.center()).id },
  }),
  "GET api/center/get-all-tickets-created-not-assigned": read("center/get-all-tickets-created-not-assigned", {
    for: ["center", "admin"],
    needs: ["view_pending_ticket"],
  }),
  "POST api/center/close-ticket": call("center/close-ticket", {
    ...center,
    ...ticketOf(job),
    send: (ids) => ({ ...byTicket(ids), ...closing }),
  }),
  "PUT api/center/tickets/{id}/hand-back": call("center/tickets/{id}/hand-back", {
    ...center,
    ids: { id: open },
    send: () => ({ reason: "too_far" }),
  }),
  "PUT api/center/tickets/{id}/time-change": call("center/tickets/{id}/time-change", {
    ...center,
    ids: { id: open },
    send: () => ({ answer: "refuse" }),
  }),
  "PUT api/center/tickets/{id}/paid": call("center/tickets/{id}/paid", {
    for: ["center", "admin"],
    needs: edit,
    ids: { id: closed },
    send: () => ({ payment_reference: "412345678901" }),
  }),
  "POST api/center/assigning-ticket-technician": call("center/assigning-ticket-technician", {
    ...center,
    ids: { ticket: open, technician },
    send: (ids) => ({ ...byTicket(ids), technician_obj_id: ids.technician }),
  }),
  "POST api/center/change-ticket-technician": call("center/change-ticket-technician", {
    ...center,
    ids: { ticket: job, technician: mate },
    send: (ids) => ({ ...byTicket(ids), technician_obj_id: ids.technician }),
  }),
  "POST api/center/add-remarks-ticket": call("center/add-remarks-ticket", {
    ...center,
    ...ticketOf(job),
    send: (ids) => ({ ...byTicket(ids), remarks: "hello" }),
  }),
  "DELETE api/center/deleteTickets/{ticketId}": call("center/deleteTickets/{ticketId}", {
    ...center,
    ids: { ticketId: pending },
  }),
  "GET api/center/get-all-available-broadcast": read("center/get-all-available-broadcast", center),
  "POST api/center/accepted-broadcast-request": call("center/accepted-broadcast-request", {
    ...center,
    ids: { broadcast: (t) => t.paidOffer() },
    send: ({ broadcast }) => ({ broadcast_obj_id: broadcast }),
  }),
  "POST api/center/accepted-broadcast-request-unpaid-ticket": call("center/accepted-broadcast-request-unpaid-ticket", {
    ...center,
    ids: { broadcast: (t) => t.offer() },
    send: ({ broadcast }) => ({ broadcast_obj_id: broadcast }),
  }),
  "POST api/center/accept-ticket-after-payment": call("center/accept-ticket-after-payment", {
    ...center,
    ids: { order: async (t) => (await t.reserved()).order },
    send: ({ order }) => callback(order!),
  }),
  "POST api/center/reject-broadCast-technician": call("center/reject-broadCast-technician", {
    ...center,
    ids: { broadcast: (t) => t.offer() },
    send: ({ broadcast }) => ({ broadcast_obj_id: broadcast }),
  }),
  "POST api/technicianApp/ticket-broadcast": call("technicianApp/ticket-broadcast", {
    for: ["center", "technician", "admin"],
    needs: edit,
    ...ticketOf(pending),
    send: byTicket,
  }),
  "POST api/center/tickets/{id}/technician-link": {
    for: ["center", "admin"],
    needs: edit,
    ids: { id: job },
    ask: ({ id }) => ({ to: `/api/center/tickets/${id}/technician-link`, json: {} }),
  },
  "POST api/technicianApp/on-the-way/{ticket}": {
    for: ["center", "technician"],
    ...ticketOf(job),
    ask: ({ ticket }) => ({ to: `/api/technicianApp/on-the-way/${ticket}`, body: {} }),
  },
  "POST api/technicianApp/upload-ticket-onsite-picture/{ticket}": {
    for: ["center", "technician"],
    ...ticketOf(job),
    ask: ({ ticket }) => ({
      to: `/api/technicianApp/upload-ticket-onsite-picture/${ticket}`,
      form: {},
      file: "OnsitePicture",
    }),
  },

  "POST api/admin/assigning-ticket-technician": call("admin/assigning-ticket-technician", {
    ...admin,
    ids: { ticket: open, technician },
    send: (ids) => ({ ...byTicket(ids), technician_obj_id: ids.technician }),
  }),
  "POST api/admin/admin-broadcast": call("admin/admin-broadcast", { ...admin, ...ticketOf(pending), send: byTicket }),
  "POST api/admin/close-ticket": call("admin/close-ticket", {
    ...admin,
    ...ticketOf(job),
    send: (ids) => ({ ...byTicket(ids), amount: 100 }),
  }),
  "POST api/admin/close-ticket-by-admin": call("admin/close-ticket-by-admin", {
    ...admin,
    ...ticketOf(job),
    send: (ids) => ({ ...byTicket(ids), amount: 100 }),
  }),
  "PUT api/admin/cancelTickets/{ticketId}": call("admin/cancelTickets/{ticketId}", {
    ...admin,
    ids: { ticketId: open },
  }),

  "GET api/admin/get-all-ticket": read("admin/get-all-ticket", {
    for: ["center", "admin"],
    needs: ["view_ticket.full_access"],
  }),
  "GET api/admin/get-all-ticket #one": read("admin/get-all-ticket", {
    for: ["center", "admin"],
    needs: ["view_ticket.full_access"],
    ...ticketOf(job),
    send: byTicket,
  }),
  "POST api/technicianApp/getStatus": call("technicianApp/getStatus", {
    for: ["center"],
    ...ticketOf(job),
    send: ({ ticket }) => ({ _id: ticket }),
  }),
  "PUT api/technicianApp/setStatusRating/{ticketId}": call("technicianApp/setStatusRating/{ticketId}", {
    ...noSession,
    ids: { ticketId: closed },
    send: () => ({ rating: 5 }),
  }),
  "PUT api/center/tickets/{id}/revisit": call("center/tickets/{id}/revisit", {
    for: ["center", "admin"],
    needs: ["add_ticket"],
    ids: { id: closed },
    send: () => now,
  }),
  "PUT api/center/api/tickets/rebook": call("center/api/tickets/rebook", {
    for: ["center", "admin"],
    needs: ["add_ticket"],
    ...ticketOf(closed),
    send: (ids) => ({ ...byTicket(ids), ...now }),
  }),
  "GET api/common/check-feedback-link-valid": read("common/check-feedback-link-valid", {
    ...noSession,
    ids: { token: feedback },
    send: ({ token }) => ({ token }),
  }),
  "POST api/common/submit-feedback": call("common/submit-feedback", {
    ...noSession,
    ids: { token: feedback },
    send: ({ token }) => ({ token, ...stars }),
  }),

  "GET /api/* #no such call": { ...noSession, ask: () => ({ to: "/api/center/everything" }) },
  "POST /api/* #no such call": { ...noSession, ask: () => ({ to: "/api/center/everything", json: {} }) },
};
