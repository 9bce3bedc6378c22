/*
 * What each call answers in `data`, as JSON Schemas for the OpenAPI document. In tests every answer is held to its own
 * (see serve.server.ts), so that this list neither falls behind nor promises too much.
 */

export type Shape = {
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
};

const text: Shape = { type: "string" };
const number: Shape = { type: "number" };
const flag: Shape = { type: "boolean" };
const moment: Shape = { type: "string", format: "date-time" };
const nothing: Shape = { type: "null" };
const list = (items: Shape): Shape => ({ type: "array", items });
const maybe = (shape: Shape): Shape => ({ ...shape, type: [shape.type as string, "null"] });

/** An object; fields after `may` can be missing. */
const object = (properties: Record<string, Shape>, may: Record<string, Shape> = {}): Shape => ({
  type: "object",
  properties: { ...properties, ...may },
  required: Object.keys(properties),
});
/** One object's fields and more of them. */
const and = ({ properties, required }: Shape, more: Shape): Shape => ({
  type: "object",
  properties: { ...properties, ...more.properties },
  required: [...(required ?? []), ...(more.required ?? [])],
});
const without = ({ properties = {}, required = [] }: Shape, ...names: string[]): Shape => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
  required: required.filter((name) => !names.includes(name)),
});

const rupees: Shape = { type: "number", description: "Rupees" };
const phone = object({ country_code: text, mobile_number: text });
const served = object({ _id: text, service_name: text });
const service = and(served, object({ image: maybe(text), is_active: flag }));
const shownService = and(served, object({ image: maybe(text) }));
const vehicle = object({ _id: text, vehicleType: text, platformCharge: rupees });
const timePreference = object({ time_preference_type: text }, { specific_date_time: moment });

const partner = object(
  { doesCenterExists: flag, isCenterExist: flag },
  {
    _id: text,
    center_name: text,
    address_details: object({ city: maybe(text), state: maybe(text), pincode: text }),
    qr_details: object({ qr_id: text, kind: text }),
    services: object({ services: list(served) }, { primary_services: served }),
    vehicleId: object({ _id: text, vehicleType: text }),
  },
);

const center = object({
  _id: text,
  center_name: text,
  qr_details: maybe(object({ qr_id: text, qrStatus: text })),
  services: object({
    primary_services: maybe(served),
    secondary_services: list(object({ secondary_services_id: served, priority: number })),
    pincodes: list(text),
  }),
  vehicleId: maybe(text),
  onboarded_by: maybe(text),
  personal_details: object({
    name: maybe(text),
    email: maybe(text),
    user_name: maybe(text),
    about: maybe(text),
    phone,
  }),
  address_details: object({
    address_line: maybe(text),
    city: maybe(text),
    state: maybe(text),
    pincode: text,
    additional_pincode: maybe(text),
    country: text,
  }),
  no_of_technicians: number,
  is_active: number,
  disabled_for: object({ login_into_application: flag, accepting_broadcast_ticket: flag }),
  ticket_accept_limit: number,
  subscribe_end_date: maybe(moment),
  createdAt: moment,
});
const onboardedCenter = and(
  without(center, "vehicleId", "disabled_for", "ticket_accept_limit", "subscribe_end_date", "personal_details"),
  object({ personal_details: object({ name: maybe(text), phone }) }),
);

const onboarder = object({
  _id: text,
  center_onboarder_id: text,
  name: text,
  phone_details: phone,
  services: object({ primary_services: maybe(served) }),
  allowed_states: list(text),
  allowed_cities: list(text),
});

const address = object({ address_line: maybe(text), city: maybe(text), state: maybe(text), country: text });
const technician = object({
  _id: text,
  technician_id: text,
  personal_details: object({ name: text, email: maybe(text), phone, profile_picture: maybe(text) }),
  profile_created_by: text,
  referenceDetails: object({ reference_person_name: maybe(text), reference_person_mobile: maybe(text) }),
  emergency_details: object({ emergency_person_name: maybe(text), emergency_person_phone: maybe(text) }),
  address_details_permanent: address,
  address_details_temporary: address,
  center_id: list(text),
  service_area_main_pincode: text,
  service_area_secondary_pincode: maybe(text),
  engagement_type: text,
  services: object({
    primary_services: served,
    secondary_services: list(object({ secondary_services_id: served, priority: number })),
  }),
  document_details: object({
    pan_card_document: maybe(text),
    pan_number: maybe(text),
    aadhar_number: { ...maybe(text), description: "All but the last four digits are X" },
    aadhar_card_document: object({ front_side: maybe(text), back_side: maybe(text) }),
  }),
  count_details: object({ pending_ticket_count: number }),
  createdAt: moment,
  version: number,
});
const pendingTechnician = object({
  _id: text,
  technician_id: text,
  personal_details: object({ name: text }),
  count_details: object({ pending_ticket_count: number }),
});

const payment = object({ order_id: text, amount: { ...number, description: "Paise" }, currency: text, key_id: text });
const newTicket = object({
  _id: text,
  ticket_id: text,
  ticket_status: text,
  broadcast_status: maybe(text),
  service_available: flag,
  is_paid_by_public: flag,
  createdAt: moment,
});
const booking = and(
  newTicket,
  object(
    { ticket_created_by: text, service_provided_for: object({ _id: text }), time_preference: timePreference },
    { vehicleId: text, platform_charge: rupees, payment },
  ),
);
const paid = and(newTicket, object({ state: text }, { payment }));
const rideFields = { _id: text, ticket_id: text, ticket_status: text, createdAt: moment };
const paidRide = object({ ...rideFields, state: text }, { payment });
const ride = object(
  {
    ...rideFields,
    personal_details: object({ name: text, phone }),
    service_provided_for: text,
    vehicleId: text,
    pickupAddress: object({ pick_location: text, pincode: text, city: maybe(text), state: maybe(text) }),
    dropAddress: object({ drop_location: text }),
    ticket_price: rupees,
    mode_of_payment: text,
    center_obj_id: text,
  },
  { payment },
);

const ticket = object(
  {
    _id: text,
    ticket_id: text,
    ticket_status: text,
    displayed_status: text,
    broadcast_status: maybe(text),
    broadcast_label: text,
    ticket_created_by: text,
    create_name: maybe(text),
    is_paid_by_public: flag,
    is_paid_by_technician: flag,
    is_technician_assigned: flag,
    service_available: flag,
    service_provided_for: shownService,
    specific_requirement: maybe(text),
    personal_details: object({ name: text, email: maybe(text), primary_phone: phone }, { alternate_phone: phone }),
    address_details: object({
      house_number: maybe(text),
      locality: maybe(text),
      city: maybe(text),
      state: maybe(text),
      pincode: text,
      country: text,
    }),
    pickupAddress: maybe(
      object({
        ...{ pincode: text, pick_location: maybe(text), longitude: text, latitude: text, house_number: text },
        ...{ locality: text, city: text, state: text, short_code_for_place: text },
      }),
    ),
    dropAddress: maybe(object({ drop_location: maybe(text) })),
    time_preference: timePreference,
    offers_applied: object({ offer_code: maybe(text) }),
    assigned_ids: object({
      assigned_technician_id: maybe(
        object({ _id: text, technician_id: text, personal_details: object({ name: text, phone }) }),
      ),
      assigned_center_id: maybe(object({ _id: text, center_name: text, qr_details: object({ qr_id: maybe(text) }) })),
    }),
    ticket_price: rupees,
    service_provided_due_amount: rupees,
    closing_ticket_price: maybe(rupees),
    ticket_closing_platform_share_amount: maybe(rupees),
    ticket_closing_total_amount: maybe(rupees),
    payment_type: maybe(text),
    paymentType: maybe(text),
    happy_code: { ...flag, description: "Whether the happy code was given at closing" },
    code: object({ happy_code: nothing }),
    onsite_pictures: list(text),
    remarks: object({
      message: maybe(text),
      close_ticket_remarks: maybe(text),
      technician_remarks: maybe(text),
      admin_remarks: maybe(text),
      center_message: maybe(text),
      over_all_rating: maybe(text),
      star_rating: maybe(number),
    }),
    take_time: maybe(text),
    date_of_purchase: maybe(text),
    revisit_status: number,
    revisit_of: maybe(text),
    rebook_of: maybe(text),
    client_id: maybe(text),
    client_name: maybe(text),
    createdAt: moment,
    updatedAt: moment,
    acceptedAt: maybe(moment),
    assignedAt: maybe(moment),
    closedAt: maybe(moment),
  },
  { vehicleId: text, customer_offer_price: maybe(rupees), center_obj_id: maybe(text), platform_charge: rupees },
);
const answered = list(object({ answer: number }, { question: text }));
const ticketDetail = and(
  ticket,
  object({
    status: list(text),
    remarks_list: list(object({ _id: text, remark: text, by: text, createdAt: moment })),
    invoice_number: maybe(text),
    feedback: maybe(
      object({
        feedBackResponse: answered,
        over_all_rating: number,
        is_already_submitted: flag,
        is_aldready_submitted: flag,
      }),
    ),
  }),
);
const createdTicket = object({
  _id: text,
  ticket_id: text,
  ticket_status: text,
  displayed_status: text,
  broadcast_status: maybe(text),
  broadcast_label: text,
  personal_details: object({ name: text, email: maybe(text), primary_phone: phone }),
  created_by_center: text,
  address: text,
  service_provided_for: object({ service_name: text }),
  assigned_ids: object({ assigned_center_id: maybe(object({ center_name: text })) }),
  createdAt: moment,
});
const trackedTicket = object(
  {
    _id: text,
    ticket_id: text,
    ticket_status: text,
    displayed_status: text,
    status: list(text),
    createdAt: moment,
    closedAt: maybe(moment),
  },
  {
    service_provided_for: object({ service_name: text }),
    specific_requirement: maybe(text),
    personal_details: object({ name: text, primary_phone: phone }),
    time_preference: timePreference,
    assigned_ids: object({
      assigned_center_id: maybe(object({ center_name: text })),
      assigned_technician_id: maybe(
        object({
          personal_details: object({ name: text, phone: maybe(phone), profile_picture: maybe(text) }),
          rating: maybe(number),
        }),
      ),
    }),
    ticket_price: rupees,
    closing_ticket_price: maybe(rupees),
    payment_type: maybe(text),
    onsite_pictures: list(text),
    remarks: object({ star_rating: maybe(number) }),
  },
);
const broadcast = object({
  _id: text,
  status_of_ticket: text,
  broadcast_label: text,
  is_paid_by_public: flag,
  lead_amount: rupees,
  paid_from: maybe(text),
  reserved_until: maybe(moment),
  center_obj_id: text,
  ticket_obj_id: object({
    _id: text,
    ticket_id: text,
    service_provided_for: shownService,
    specific_requirement: maybe(text),
    address_details: object({
      house_number: maybe(text),
      locality: maybe(text),
      city: maybe(text),
      state: maybe(text),
      pincode: text,
    }),
    personal_details: maybe(object({ name: text, primary_phone: phone })),
    time_preference: timePreference,
  }),
  createdAt: moment,
});
const transaction = object({
  _id: text,
  createdAt: moment,
  transactionId: maybe(text),
  kind: text,
  amount: rupees,
  status: text,
});
const feedbackLink = object({
  invalidFeedBackLink: flag,
  is_link_expired: flag,
  isFeedBackAldreadySubmitted: flag,
  isFeedBackExists: object({ feedBackResponse: answered }),
  feedBackResponse: answered,
});
const role = object({ _id: text, role_name: text, permissions: { type: "object" } });

/** The shapes that have a name in the documents. */
export const entities: Record<string, Shape> = {
  Ticket: ticket,
  TicketDetail: ticketDetail,
  TrackedTicket: trackedTicket,
  BookedTicket: booking,
  ERickshawTicket: ride,
  Service: service,
  Vehicle: vehicle,
  Center: center,
  Technician: technician,
  CenterOnboarder: onboarder,
  BroadcastEntry: broadcast,
  Transaction: transaction,
};

const proof = object({ proof: text });

/** By call, as in the table. */
export const answers: Record<string, Shape> = {
  "POST consumerAppAppRoute/sent-otp-by-web": nothing,
  "POST consumerAppAppRoute/verify-otp-by-web": proof,
  "POST consumerAppAppRoute/register-consumer-by-web": object({
    _id: text,
    name: text,
    phone,
    pincode: maybe(text),
  }),
  "POST center/sent-otp": nothing,
  "POST center/verify-otp": proof,
  "POST center/login-with-otp": object({ token: text, centerDetails: center, populatedCenterDetails: center }),
  "POST technicianApp/sent-otp": nothing,
  "POST technicianApp/login-with-otp": object({
    token: text,
    technicianDetails: object({
      _id: text,
      technician_id: text,
      personal_details: object({ name: text }),
      center_id: list(text),
    }),
  }),
  "POST admin/forgot-password": nothing,
  "POST admin/login": object({
    token: text,
    adminDetails: object({ _id: text, user_name: text, name: text, admin_role: text, role_id: maybe(role) }),
    clientData: maybe(object({ _id: text })),
  }),
  "POST center/public-ticket-booking": booking,
  "POST center/public-ticket-booking-withINA": booking,
  "POST center/public-ticket-booking-withINA-pickdrop": booking,
  "POST payment/capture-payment-broadcastTicket": paid,
  "POST payment/capture-razorpay-payment": { anyOf: [paid, paidRide] },
  "POST center/accept-public-ticket-after-payment": paid,
  "GET center/get-razorpay-key": object({ key_id: text }),
  "GET center/get-center-based-on-qr": partner,
  "GET getCenterByQrId": partner,
  "GET center/getCenterByQrId": partner,
  "GET admin/get-all-active-services": list(service),
  "GET admin/get-all-services": list(service),
  "GET vehicle/getAll-vehicle": list(vehicle),
  "GET common/reverse-geocode": object({ pincode: maybe(text) }),
  "POST center/create-technician": technician,
  "POST center/update-technician": technician,
  "GET center/get-all-technician": list(technician),
  "DELETE center/deleteTechnician/{id}": nothing,
  "GET technicianApp/get-all-technician-center": list(pendingTechnician),
  "POST common/upload-image/{type}": object({ fileSavedUrl: text }),
  "GET common/get-center-onboarder-objectId": object({ _id: text, center_onboarder_id: text, name: text }),
  "POST center/register-center-via-web": center,
  "POST centerOnboarding/sendotp-onboarder": object({ uniqueId: text }),
  "POST centerOnboarding/register-onboarder": onboarder,
  "POST centerOnboarding/send-otp-login": nothing,
  "POST centerOnboarding/verify-otp-login": object({ token: text, latest_details: onboarder }),
  "POST centerOnboarding/create-center": onboardedCenter,
  "GET centerOnboarding/get-center": list(onboardedCenter),
  "POST center/center-all-transaction": object({ data: list(transaction), next: maybe(text) }),
  "POST technicianApp/ticket-createfor-erikshaw": ride,
  "POST center/create-ticket": newTicket,
  "GET center/get-all-ticket": list(ticket),
  "GET center/get-single-ticket": ticketDetail,
  "GET center/get-all-center-ticket/{centerObjId}": list(ticket),
  "GET center/get-all-tickets-created-not-assigned": list(createdTicket),
  "POST center/close-ticket": ticket,
  "POST center/assigning-ticket-technician": ticket,
  "POST center/change-ticket-technician": ticket,
  "POST center/add-remarks-ticket": object({ _id: text, remark: text, createdAt: moment }),
  "DELETE center/deleteTickets/{ticketId}": nothing,
  "GET center/get-all-available-broadcast": list(broadcast),
  "POST center/accepted-broadcast-request": object({
    payment_response: maybe(
      object({
        id: text,
        amount: { ...number, description: "Paise" },
        currency: text,
        key_id: text,
        reserved_until: moment,
      }),
    ),
    paid_from: maybe(text),
    centerDetails: center,
  }),
  "POST center/accepted-broadcast-request-unpaid-ticket": nothing,
  "POST center/accept-ticket-after-payment": object({ state: text, accepted: flag }),
  "POST center/reject-broadCast-technician": nothing,
  "POST technicianApp/ticket-broadcast": nothing,
  "POST technicianApp/upload-ticket-onsite-picture/{ticket}": object({ _id: text, createdAt: moment }),
  "POST admin/assigning-ticket-technician": ticket,
  "POST admin/admin-broadcast": and(newTicket, object({ centers_asked: number })),
  "POST admin/close-ticket": ticket,
  "POST admin/close-ticket-by-admin": ticket,
  "PUT admin/cancelTickets/{ticketId}": nothing,
  "GET admin/get-all-ticket": list({ anyOf: [trackedTicket, ticketDetail, ticket] }),
  "POST technicianApp/getStatus": list(text),
  "PUT technicianApp/setStatusRating/{ticketId}": object({ rating: number }),
  "PUT center/tickets/{id}/revisit": newTicket,
  "PUT center/api/tickets/rebook": booking,
  "GET common/check-feedback-link-valid": feedbackLink,
  "POST common/submit-feedback": nothing,
};

/** Where an answer is not what its shape says: a field too many, one too few, one of another kind. */
export function misfits(value: unknown, shape: Shape, at = "data"): string[] {
  if (shape.anyOf) {
    const tries = shape.anyOf.map((one) => misfits(value, one, at));
    return tries.some((told) => told.length === 0) ? [] : tries.reduce((a, b) => (b.length < a.length ? b : a));
  }
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (shape.type && ![shape.type].flat().includes(kind)) return [`${at} is ${kind}`];
  if (Array.isArray(value))
    return value.flatMap((one, index) => (shape.items ? misfits(one, shape.items, `${at}[${index}]`) : []));
  if (kind !== "object" || !shape.properties) return [];
  const fields = value as Record<string, unknown>;
  return [
    ...(shape.required ?? []).filter((name) => fields[name] === undefined).map((name) => `${at}.${name} is missing`),
    ...Object.entries(fields).flatMap(([name, inner]) => {
      const described = shape.properties?.[name];
      return described ? misfits(inner, described, `${at}.${name}`) : [`${at}.${name} is not described`];
    }),
  ];
}
