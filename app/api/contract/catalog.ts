import { z } from "zod";
import { lookupLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { activeServices, allServices, vehicles } from "#modules/catalog/index.ts";
import { partnerOf, placeAt, windowsAt } from "#modules/centers/index.ts";
import { decimal, id, pincode, text } from "#modules/kernel/validation.ts";
import { type Contract, call } from "../line/call.server.ts";
import { textRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import { PartnerShape, partner } from "../shapes/partner.ts";
import {
  ServiceShape,
  service,
  TimedServiceShape,
  timedService,
  VehicleShape,
  VisitWindowsShape,
  vehicle,
  visitWindows,
} from "../shapes/service.ts";

const byQr = (summary: string) =>
  call({
    as: ["anyone", "center", "desk", "admin"],
    can: "any admin",
    limit: lookupLimit,
    summary,
    input: wire({ qr_id: "qrId" }, z.object({ qrId: text(40) }), textRefusals),
    run: (_actor, { qrId }) => partnerOf(qrId, { scan: true }),
    answer: PartnerShape,
    reply: partner,
  });

const everybodys = {
  as: ["anyone", "center", "desk", "admin", "onboarder", "technician"],
  can: "any admin",
  limit: reads.everybodys,
} as const;

export const catalog = {
  "GET center/get-center-based-on-qr": byQr("The partner of a QR code"),
  "GET getCenterByQrId": byQr("The partner of a QR code (short path)"),
  "GET center/getCenterByQrId": byQr("The partner of a QR code (same as getCenterByQrId)"),
  "GET admin/get-all-active-services": call({
    ...everybodys,
    summary: "Services that can be booked",
    run: () => activeServices(),
    answer: z.array(ServiceShape),
    reply: (list) => list.map(service),
  }),
  "GET admin/get-all-services": call({
    ...everybodys,
    summary: "All services, inactive ones too",
    run: () => allServices(),
    answer: z.array(TimedServiceShape),
    reply: (list) => list.map(timedService),
  }),
  // R458.
  "GET vehicle/getAll-vehicle": call({
    ...everybodys,
    summary: "Vehicles of the pick-and-drop service; platformCharge in rupees",
    run: () => vehicles(),
    answer: z.array(VehicleShape),
    reply: (list) => list.map(vehicle),
  }),
  "GET center/visit-windows": call({
    own: true,
    as: ["anyone"],
    limit: lookupLimit,
    summary: "The windows of the next seven days in which a center of a pincode has a seat for a service",
    input: wire({ pincode: "pincode", service_provided_for: "serviceId" }, z.object({ pincode, serviceId: id }), [
      "form.pincode",
      "form.id",
    ]),
    run: (_actor, query) => windowsAt(query),
    answer: VisitWindowsShape,
    reply: visitWindows,
  }),
  "GET common/reverse-geocode": call({
    own: true,
    as: ["anyone"],
    limit: lookupLimit,
    summary: "The pincode of a position (the maps key stays on the server)",
    input: wire(
      { latitude: "latitude", longitude: "longitude" },
      z.object({ latitude: decimal(-90, 90), longitude: decimal(-180, 180) }),
      ["form.number"],
    ),
    run: (_actor, position) => placeAt(position),
    answer: z.strictObject({ pincode: z.string().nullable() }),
    reply: (place) => ({ pincode: place?.pincode ?? null }),
  }),
} satisfies Contract;
