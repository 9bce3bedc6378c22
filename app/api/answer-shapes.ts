import { and, flag, list, maybe, moment, nothing, number, object, type Shape, text, without } from "./shape.ts";

/*
 * The things that calls answer with, as the documents name their fields.
 */

export const rupees: Shape = { type: "number", description: "Rupees" };
export const phone = object({ country_code: text, mobile_number: text });
export const served = object({ _id: text, service_name: text });
export const service = and(served, object({ image: maybe(text), is_active: flag }));
export const shownService = and(served, object({ image: maybe(text) }));
export const vehicle = object({ _id: text, vehicleType: text, platformCharge: rupees });
export const timePreference = object({ time_preference_type: text }, { specific_date_time: moment });

export const partner = object(
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

export const center = object({
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
export const onboardedCenter = and(
  without(center, "vehicleId", "disabled_for", "ticket_accept_limit", "subscribe_end_date", "personal_details"),
  object({ personal_details: object({ name: maybe(text), phone }) }),
);

export const onboarder = object({
  _id: text,
  center_onboarder_id: text,
  name: text,
  phone_details: phone,
  services: object({ primary_services: maybe(served) }),
  allowed_states: list(text),
  allowed_cities: list(text),
});

export const address = object({ address_line: maybe(text), city: maybe(text), state: maybe(text), country: text });
export const technician = object({
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
export const pendingTechnician = object({
  _id: text,
  technician_id: text,
  personal_details: object({ name: text }),
  count_details: object({ pending_ticket_count: number }),
});

export const payment = object({
  order_id: text,
  amount: { ...number, description: "Paise" },
  currency: text,
  key_id: text,
});
export const newTicket = object({
  _id: text,
  ticket_id: text,
  ticket_status: text,
  broadcast_status: maybe(text),
  service_available: flag,
  is_paid_by_public: flag,
  createdAt: moment,
});
export const booking = and(
  newTicket,
  object(
    { ticket_created_by: text, service_provided_for: object({ _id: text }), time_preference: timePreference },
    { vehicleId: text, platform_charge: rupees, payment },
  ),
);
export const paid = and(newTicket, object({ state: text }, { payment }));
export const rideFields = { _id: text, ticket_id: text, ticket_status: text, createdAt: moment };
export const paidRide = object({ ...rideFields, state: text }, { payment });
export const ride = object(
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

export const ticket = object(
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
export const answered = list(object({ answer: number }, { question: text }));
export const ticketDetail = and(
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
export const createdTicket = object({
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
export const trackedTicket = object(
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
export const broadcast = object({
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
export const transaction = object({
  _id: text,
  createdAt: moment,
  transactionId: maybe(text),
  kind: text,
  amount: rupees,
  status: text,
});
export const feedbackLink = object({
  invalidFeedBackLink: flag,
  is_link_expired: flag,
  isFeedBackAldreadySubmitted: flag,
  isFeedBackExists: object({ feedBackResponse: answered }),
  feedBackResponse: answered,
});
export const role = object({ _id: text, role_name: text, permissions: { type: "object" } });
