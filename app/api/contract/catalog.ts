import { z } from "zod";
import { activeServices, allServices, vehicles } from "#modules/catalog/index.ts";
import type { ServiceRow, VehicleRow } from "#modules/catalog/shared.ts";
import { partnerOf } from "#modules/centers/index.ts";
import type { Partner } from "#modules/centers/shared.ts";
import { placeAt } from "#modules/kernel/gateways/maps.server.ts";
import { toRupees } from "#modules/kernel/money.ts";
import { text } from "#modules/kernel/validation.ts";
import { type Contract, call } from "../call.server.ts";
import { wire } from "../wire.ts";
import { fileUrl } from "./files.ts";

const service = ({ id, serviceName, imageBlobId, isActive }: ServiceRow) => ({
  _id: id,
  service_name: serviceName,
  image: fileUrl(imageBlobId),
  is_active: isActive,
});

const vehicle = ({ id, vehicleType, platformChargePaise }: VehicleRow) => ({
  _id: id,
  vehicleType,
  platformCharge: toRupees(platformChargePaise),
});

/** Both spellings of the flag carry one value (Q54); of the center only what a booking form needs (H25). */
const partner = (found: Partner | undefined) => ({
  doesCenterExists: found !== undefined,
  isCenterExist: found !== undefined,
  ...(found?.center && {
    _id: found.center.id,
    center_name: found.center.centerName,
    address_details: { city: found.center.city, state: found.center.state, pincode: found.center.pincode },
  }),
  ...(found && {
    qr_details: { qr_id: found.qr.qrId, kind: found.qr.kind },
    services: {
      primary_services: found.primaryService && {
        _id: found.primaryService.id,
        service_name: found.primaryService.serviceName,
      },
      services: found.services.map(({ id, serviceName }) => ({ _id: id, service_name: serviceName })),
    },
    vehicleId: found.vehicle && { _id: found.vehicle.id, vehicleType: found.vehicle.vehicleType },
  }),
});

const byQr = (summary: string) =>
  call({
    as: ["anyone", "center", "admin"],
    summary,
    input: wire({ qr_id: "qrId" }, z.object({ qrId: text(40) })),
    run: (_actor, { qrId }) => partnerOf(qrId, { scan: true }),
    reply: partner,
    lookup: true,
  });

const anybody = ["anyone", "center", "admin", "onboarder", "technician"] as const;
const degrees = (most: number) => z.coerce.number().min(-most).max(most);

export const catalog = {
  "GET center/get-center-based-on-qr": byQr("The partner of a QR code"),
  "GET getCenterByQrId": byQr("The partner of a QR code (short path)"),
  "GET center/getCenterByQrId": byQr("The partner of a QR code (same as getCenterByQrId)"),
  "GET admin/get-all-active-services": call({
    as: anybody,
    summary: "Services that can be booked",
    run: () => activeServices(),
    reply: (list) => list.map(service),
  }),
  "GET admin/get-all-services": call({
    as: anybody,
    summary: "All services, inactive ones too",
    run: () => allServices(),
    reply: (list) => list.map(service),
  }),
  "GET vehicle/getAll-vehicle": call({
    as: anybody,
    summary: "Vehicles of the pick-and-drop service; platformCharge in rupees",
    run: () => vehicles(),
    reply: (list) => list.map(vehicle),
  }),
  "GET common/reverse-geocode": call({
    as: ["anyone"],
    summary: "The pincode of a position (the maps key stays on the server)",
    input: wire(
      { latitude: "latitude", longitude: "longitude" },
      z.object({ latitude: degrees(90), longitude: degrees(180) }),
    ),
    run: (_actor, position) => placeAt(position),
    reply: (place) => ({ pincode: place?.pincode ?? null }),
    lookup: true,
  }),
} satisfies Contract;
