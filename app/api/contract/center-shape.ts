import type { CenterRow } from "#modules/centers/shared.ts";

const phoneOf = (countryCode: string, mobile: string) => ({ country_code: countryCode, mobile_number: mobile });
const serviceOf = ({ id, serviceName }: { id: string; serviceName: string }) => ({
  _id: id,
  service_name: serviceName,
});

/** A center as the mobile apps know it; only ever sent to itself and to permitted admins. */
export const center = (row: CenterRow) => ({
  _id: row.id,
  center_name: row.centerName,
  qr_details: row.qr && { qr_id: row.qr.qrId, qrStatus: row.qr.status },
  services: {
    primary_services: row.primaryService && serviceOf(row.primaryService),
    secondary_services: row.secondaryServices.map((service) => ({
      secondary_services_id: serviceOf(service),
      priority: service.priority,
    })),
    pincodes: row.pincodes,
  },
  vehicleId: row.vehicleId,
  onboarded_by: row.onboardedBy,
  personal_details: {
    name: row.name,
    email: row.email,
    user_name: row.userName,
    about: row.about,
    phone: phoneOf(row.countryCode, row.phone),
  },
  address_details: {
    address_line: row.addressLine,
    city: row.city,
    state: row.state,
    pincode: row.pincode,
    additional_pincode: row.additionalPincode,
    country: row.country,
  },
  no_of_technicians: row.noOfTechnicians,
  is_active: row.isActive,
  disabled_for: {
    login_into_application: row.loginDisabled,
    accepting_broadcast_ticket: row.broadcastDisabled,
  },
  ticket_accept_limit: row.ticketAcceptLimit,
  subscribe_end_date: row.subscribeEndDate,
  createdAt: row.createdAt,
});
