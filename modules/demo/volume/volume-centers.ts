import { panTrace } from "#modules/centers/index.ts";
import { day } from "#modules/kernel/clock.ts";
import { type Paise, zero } from "#modules/kernel/money.ts";
import { aadharTrace, canaryPapers } from "../canaries.ts";
import { type ServiceName, serviceNames } from "../demo-data.ts";
import { fixedId } from "../fixed-id.ts";
import { type Block, blocks } from "../places.ts";
import { randomFrom } from "../random.ts";
import { centerName, personName } from "../words.ts";
import { type Batch, isoInstant } from "./copy.ts";

/** The facts about a center of the volume that tickets need. */
export type VolumeCenter = {
  id: string;
  name: string;
  phone: string;
  qrId: string;
  block: Block;
  pincodes: readonly string[];
  /** Its services, the primary one first. */
  services: readonly ServiceName[];
  /** Why it is never offered a request; null otherwise. */
  unfit: "disabled" | "trial_over" | null;
  technicians: readonly { id: string; name: string }[];
  /** Its weight when a center is chosen at random. */
  popularity: number;
  walletId: string;
  balancePaise: Paise;
};

const centersPerBlock = 4;
const ticketsPerCenter = 1_000;
const acceptLimit = 500;
/** One center in this many has paid for the onboarding kit. */
const kitPayers = 6;
/**
 * Phones: 90000 10000–11999 centers, 90000 20000–23999 their technicians, 90000 24000–29999 emergency contacts, 90000
 * 30000–39999 canaries, 90000 40000–99999 customers.
 */
const mostCenters = 2_000;

/** How many centers a volume with this many tickets gets. */
export const centerCount = (tickets: number) =>
  Math.min(mostCenters, Math.max(3 * centersPerBlock, Math.ceil(tickets / ticketsPerCenter)));

/** The services of the volume: those done at the customer's home. */
export const homeServices = serviceNames.filter((name) => name !== "PICK AND DROP");

/** The first `count` centers. They depend only on their index, so a second volume reuses the first one's centers. */
export function volumeCenters(count: number): VolumeCenter[] {
  return Array.from({ length: count }, (_, index) => {
    const random = randomFrom(`center ${index}`);
    const block = blocks[Math.floor(index / centersPerBlock) % blocks.length]!;
    const primary = (index + random.below(2)) % homeServices.length;
    const others = Array.from({ length: random.below(3) }, (_, more) => (primary + 2 + more * 3) % homeServices.length);
    const qrId = `INA1${String(index).padStart(5, "0")}`;
    // The first center of a block always qualifies, so that every place is served.
    const health = index % centersPerBlock === 0 ? 1 : random.next();
    return {
      id: fixedId(`center:${qrId}`),
      name: centerName(random),
      phone: `90000${10_000 + index}`,
      qrId,
      block,
      pincodes: random.chance(0.7) ? block.pincodes : block.pincodes.slice(random.below(2), 3),
      services: [...new Set([primary, ...others])].map((service) => homeServices[service]!),
      unfit: health < 0.05 ? "disabled" : health < 0.12 ? "trial_over" : null,
      technicians: [0, 1].map((which) => ({ id: fixedId(`technician:${qrId}:${which}`), name: personName(random) })),
      popularity: 0.3 + random.wait(1),
      walletId: fixedId(`wallet:${qrId}`),
      balancePaise: zero,
    };
  });
}

const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Write the rows of a missing center; `from` is the beginning of the volume, in milliseconds. */
export function writeCenter(
  batch: Batch,
  center: VolumeCenter,
  index: number,
  serviceIds: ReadonlyMap<string, string>,
  from: number,
) {
  const random = randomFrom(`rows of center ${index}`);
  const madeAt = isoInstant(from - day * (20 + random.below(40)));
  const { city, state } = center.block;
  const subscribed = center.unfit === "trial_over" ? null : "2099-12-31T18:29:00.000Z";
  batch.add("centers", [
    center.id,
    center.name,
    center.phone,
    personName(random),
    `${random.between(1, 300)} Market Road`,
    city,
    state,
    center.pincodes[0]!,
    center.pincodes[0]!,
    2,
    center.unfit === "disabled",
    index % kitPayers === 1,
    acceptLimit,
    subscribed,
    madeAt,
    madeAt,
    madeAt,
  ]);
  for (const [position, service] of center.services.entries()) {
    batch.add("center_services", [center.id, serviceIds.get(service), Math.min(position, 1)]);
  }
  for (const pincode of center.pincodes) batch.add("center_pincodes", [center.id, pincode]);
  batch.add("partner_qrs", [center.qrId, "center", center.id, madeAt]);
  batch.add("accounts", [center.walletId, "center_wallet", center.id, 0, madeAt]);
  for (const [which, technician] of center.technicians.entries()) {
    const papers = canaryPapers(2 * index + which);
    const pan = panTrace(papers.panNumber);
    batch.add("technicians", [
      technician.id,
      `TEC-${random.letters(6, alphabet)}`,
      center.id,
      technician.name,
      `90000${20_000 + 2 * index + which}`,
      random.pick(["SALARIED", "PART_TIME", "FREELANCER", "SELF_EMPLOYED"]),
      `${random.between(1, 300)} Temple Street, ${papers.home}`,
      city,
      state,
      center.pincodes[0]!,
      serviceIds.get(center.services[0]!),
      papers.emergencyPhone,
      pan.panSealed,
      pan.panLast4,
      pan.panHash,
      ...aadharTrace(papers.aadharNumber),
      madeAt,
      madeAt,
    ]);
  }
}

/** The tables of a center's rows, in the order of their foreign keys. */
export const centerTables = [
  "centers",
  "center_services",
  "center_pincodes",
  "partner_qrs",
  "accounts",
  "technicians",
] as const;
