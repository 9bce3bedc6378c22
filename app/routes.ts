import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** Every address of the product: its promised spelling on the left, our file on the right. */
export default [
  index("routes/home.ts"),
  route("language", "routes/language.ts"),

  route("booking/:id?", "routes/public/booking.tsx"),
  route("bookingPickDrop/:id", "routes/public/booking-pick-drop.tsx"),

  route("pincodes/:pincode", "routes/public/pincode.ts"),

  route("serviceStatus", "routes/public/tracking.tsx"),
  route("feedback/:token?", "routes/public/feedback.tsx"),

  route("offline", "routes/public/offline.tsx"),
  route("manifest.webmanifest", "routes/public/manifest.ts"),

  route("registration/:centerOnboarderId?", "routes/public/registration.tsx"),

  route("login", "routes/center/login.tsx"),
  route("logout", "routes/center/logout.ts"),
  layout("routes/center/layout.tsx", [
    route("center-dashboard", "routes/center/dashboard.tsx"),
    route("brodcast-requests", "routes/center/broadcasts.tsx"),
    route("tickets-center", "routes/center/tickets.tsx"),
    route("ticket-created-by-you", "routes/center/created-tickets.tsx"),
    route("AddTicket", "routes/center/ticket-form.tsx"),
    route("payments", "routes/center/payments.tsx"),
    route("rides", "routes/center/rides.tsx"),
    route("exports", "routes/center/prepared-files.tsx"),
    route("Technicians", "routes/center/technicians.tsx"),
    route("AddTechnician", "routes/center/technician-form.tsx"),
  ]),

  route("center-onboard-registration", "routes/onboarder/register.tsx"),
  route("center-onboard-login", "routes/onboarder/login.tsx"),
  route("center-onboard-logout", "routes/onboarder/logout.ts"),
  layout("routes/onboarder/layout.tsx", [
    route("center-onboard-view-centers", "routes/onboarder/centers.tsx"),
    route("center-onboard-add-center", "routes/onboarder/add-center.tsx"),
  ]),

  route("admin-login", "routes/admin/login.tsx"),
  route("forgot-password", "routes/admin/forgot-password.tsx"),
  route("admin-logout", "routes/admin/logout.ts"),
  layout("routes/admin/layout.tsx", [
    route("Home", "routes/admin/home.tsx", { id: "admin-home" }),
    route("admin-dashboard", "routes/admin/home.tsx", { id: "admin-dashboard" }),
    route("client-dashboard", "routes/admin/home.tsx", { id: "client-dashboard" }),
  ]),

  route("exports/:list", "routes/center/exports.ts"),
  route("exports/files/:id", "routes/center/prepared-file.ts"),
  route("live/center", "routes/live-center.ts"),
  route("live/ticket", "routes/live-ticket.ts"),
  route("rides/day-sheet.csv", "routes/center/rides-file.ts"),
  route("files/:id", "routes/files/document.ts"),
  route("qr-poster", "routes/center/qr-poster.ts"),
  route("technician-images/:kind", "routes/center/technician-image.ts"),
  route("pictures/:ticketId", "routes/center/pictures.ts"),
  route("pictures/:ticketId/technician", "routes/files/technician.ts"),
  route("pictures/:ticketId/:pictureId", "routes/files/picture.ts"),
  route("invoices/:ticketId", "routes/files/invoice.ts"),

  route("webhooks/razorpay", "routes/payments/webhook.ts"),
  route("webhooks/msg91", "routes/messages/msg91-reports.ts"),
  route("webhooks/whatsapp", "routes/messages/whatsapp-reports.ts"),
  route("payment/return", "routes/payments/return.ts"),

  route("api/docs", "routes/public/api-docs.tsx"),
  route("api/openapi.json", "routes/openapi.ts"),
  route("api/*", "routes/api.ts"),
  route("sandbox/*", "routes/sandbox/sandbox.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
