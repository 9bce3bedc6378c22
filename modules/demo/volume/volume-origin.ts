import type { TicketCreatedBy } from "#modules/tickets/labels.ts";
import { canaryCustomer } from "../canaries.ts";
import { dealerQr, type ServiceName } from "../demo-data.ts";
import type { Block } from "../places.ts";
import type { Random } from "../random.ts";
import { houseNumber, locality, personName, requirement } from "../words.ts";
import type { Market } from "./market.ts";
import type { VolumeCenter } from "./volume-centers.ts";

/** The origin of a ticket: who created it, for whom, and which service where. */
export type Origin = {
  createdBy: TicketCreatedBy;
  /** The center whose QR code was used, or which created the ticket. */
  partner: VolumeCenter | null;
  /** The center with priority: the partner, or for a revisit the center of the first visit. */
  own: VolumeCenter | null;
  qrId: string | null;
  /** The client's own id of a request that was made for the demo's client. */
  clientReference: string | null;
  createName: string | null;
  deviceId: string | null;
  service: ServiceName;
  block: Block;
  pincode: string;
  requirement: string;
  customer: { name: string; phone: string; houseNumber: string; locality: string };
  revisitOf: string | null;
  rebookOf: string | null;
};

/** A revisit or a new booking of a closed ticket, due from an instant on. */
export type Repeat = { kind: "revisit" | "rebook"; at: number; ticketId: string; center: VolumeCenter; origin: Origin };

const creators: readonly (readonly [TicketCreatedBy, number])[] = [
  ["PUBLIC", 0.33],
  ["PUBLIC_APP", 0.13],
  ["PUBLIC_WITH_CENTER_QR", 0.29],
  ["PUBLIC_WITH_DELAR_QR", 0.08],
  ["CENTER", 0.1],
  ["SUPER_ADMIN", 0.07],
];

/** A new request: mostly for a service a center there offers, sometimes for one that nobody offers. */
export function newOrigin(random: Random, market: Market, adminName: string): Origin {
  const near = market.someCenter(random);
  const pincode = random.pick(near.pincodes);
  const served = random.chance(0.7) ? near.services[0]! : random.pick(near.services);
  const service = (random.chance(0.05) && market.unservedAt(pincode, random)) || served;
  const createdBy = random.weighted(creators);
  const hasPartner = createdBy === "PUBLIC_WITH_CENTER_QR" || createdBy === "CENTER";
  const partner = hasPartner ? (random.chance(0.85) ? near : market.someCenter(random)) : null;
  const phone = `90000${random.between(40_000, 99_999)}`;
  return {
    createdBy,
    partner,
    own: partner,
    qrId: qrOf(createdBy, partner),
    // Every second request the operators add.
    clientReference: createdBy === "SUPER_ADMIN" && Number(phone) % 2 === 0 ? `DC-${phone.slice(-5)}` : null,
    createName: createdBy === "CENTER" ? partner!.name : createdBy === "SUPER_ADMIN" ? adminName : null,
    deviceId: createdBy === "PUBLIC_APP" ? random.hex(2) : null,
    service,
    block: near.block,
    pincode,
    requirement: requirement(random, service),
    customer: {
      name: personName(random),
      phone,
      houseNumber: houseNumber(random),
      locality: locality(random),
    },
    revisitOf: null,
    rebookOf: null,
  };
}

function qrOf(createdBy: TicketCreatedBy, partner: VolumeCenter | null): string | null {
  if (createdBy === "PUBLIC_WITH_CENTER_QR") return partner!.qrId;
  return createdBy === "PUBLIC_WITH_DELAR_QR" ? dealerQr.qrId : null;
}

/** The same customer again: a free revisit of the same job, or a new booking with the old one's fee rule. */
export function originAgain(random: Random, { kind, ticketId, center, origin }: Repeat): Origin {
  const again = { ...origin, requirement: requirement(random, origin.service), revisitOf: null, rebookOf: null };
  if (kind === "revisit") return { ...again, own: center, revisitOf: ticketId };
  const createdBy = origin.createdBy === "SUPER_ADMIN" ? "PUBLIC" : origin.createdBy;
  const createName = createdBy === "PUBLIC" ? null : origin.createName;
  return { ...again, createdBy, createName, own: origin.partner, clientReference: null, rebookOf: ticketId };
}

/** The same request by a canary customer. */
export function ofCanary(origin: Origin, number: number): Origin {
  const { customer, requirement } = canaryCustomer(number);
  return { ...origin, requirement, customer: { ...origin.customer, ...customer } };
}
