import type { TicketCreatedBy } from "../tickets/labels.ts";
import { dealerQr, type ServiceName } from "./demo-data.ts";
import type { Market } from "./market.ts";
import type { Block } from "./places.ts";
import type { Random } from "./random.ts";
import type { VolumeCenter } from "./volume-centers.ts";
import { houseNumber, locality, personName, requirement } from "./words.ts";

/** Where a ticket comes from: who wrote it down, for whom, and what is wanted where. */
export type Origin = {
  createdBy: TicketCreatedBy;
  /** The center whose QR code was used, or which wrote it down itself. */
  partner: VolumeCenter | null;
  /** The center it belongs to by birth: the partner, or the one that came to the visit it repeats. */
  own: VolumeCenter | null;
  qrId: string | null;
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

/** A visit or a booking that repeats a closed ticket, from an instant on. */
export type Repeat = { kind: "revisit" | "rebook"; at: number; ticketId: string; center: VolumeCenter; origin: Origin };

const creators: readonly (readonly [TicketCreatedBy, number])[] = [
  ["PUBLIC", 0.33],
  ["PUBLIC_APP", 0.13],
  ["PUBLIC_WITH_CENTER_QR", 0.29],
  ["PUBLIC_WITH_DELAR_QR", 0.08],
  ["CENTER", 0.1],
  ["SUPER_ADMIN", 0.07],
];

/** Somebody somewhere wants something: mostly what a center of the place does, now and then what nobody does. */
export function newOrigin(random: Random, market: Market, adminName: string): Origin {
  const near = market.someCenter(random);
  const pincode = random.pick(near.pincodes);
  const served = random.chance(0.7) ? near.services[0]! : random.pick(near.services);
  const service = (random.chance(0.05) && market.unservedAt(pincode, random)) || served;
  const createdBy = random.weighted(creators);
  const hasPartner = createdBy === "PUBLIC_WITH_CENTER_QR" || createdBy === "CENTER";
  const partner = hasPartner ? (random.chance(0.85) ? near : market.someCenter(random)) : null;
  return {
    createdBy,
    partner,
    own: partner,
    qrId: qrOf(createdBy, partner),
    createName: createdBy === "CENTER" ? partner!.name : createdBy === "SUPER_ADMIN" ? adminName : null,
    deviceId: createdBy === "PUBLIC_APP" ? random.hex(2) : null,
    service,
    block: near.block,
    pincode,
    requirement: requirement(random, service),
    customer: {
      name: personName(random),
      phone: `90000${random.between(40_000, 99_999)}`,
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

/** The same customer once more: a free visit to the same job, or a new booking under the old one's rule. */
export function originAgain(random: Random, { kind, ticketId, center, origin }: Repeat): Origin {
  const again = { ...origin, requirement: requirement(random, origin.service), revisitOf: null, rebookOf: null };
  if (kind === "revisit") return { ...again, own: center, revisitOf: ticketId };
  const createdBy = origin.createdBy === "SUPER_ADMIN" ? "PUBLIC" : origin.createdBy;
  const createName = createdBy === "PUBLIC" ? null : origin.createName;
  return { ...again, createdBy, createName, own: origin.partner, rebookOf: ticketId };
}
