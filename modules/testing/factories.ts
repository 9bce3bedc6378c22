import { randomBytes, randomInt } from "node:crypto";
import { sql } from "kysely";
import { OtpProofSchema, type OtpPurpose } from "#modules/access/otp/otp.entity.ts";
import { type Admin, AdminSchema } from "#modules/access/roles/admin.entity.ts";
import { RoleSchema } from "#modules/access/roles/role.entity.ts";
import { type Banner, BannerSchema } from "#modules/catalog/banners/banner.entity.ts";
import { type Blog, BlogSchema } from "#modules/catalog/blogs/blog.entity.ts";
import { type Client, ClientSchema } from "#modules/catalog/clients/client.entity.ts";
import { type Offer, OfferSchema } from "#modules/catalog/offers/offer.entity.ts";
import { PriceSchema } from "#modules/catalog/prices/price.entity.ts";
import { type Service, ServiceSchema } from "#modules/catalog/services/service.entity.ts";
import { type Vehicle, VehicleSchema } from "#modules/catalog/vehicles/vehicle.entity.ts";
import {
  type Center,
  CenterPincodeSchema,
  CenterSchema,
  CenterServiceSchema,
  type PartnerQr,
  PartnerQrSchema,
} from "#modules/centers/center/center.entity.ts";
import { type Onboarder, OnboarderSchema } from "#modules/centers/onboarders/onboarder.entity.ts";
import { type Technician, TechnicianSchema } from "#modules/centers/technicians/technician.entity.ts";
import type { ActorOf, Permission } from "#modules/kernel/actor.ts";
import { day, fromNow, hour, minute, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { em, rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { type Broadcast, BroadcastSchema } from "#modules/tickets/broadcast.entity.ts";
import { type Ticket, TicketSchema } from "#modules/tickets/ticket.entity.ts";

/*
 * Factories of rows for tests: each writes one complete, ordinary thing and takes the fields a test needs to differ.
 * They bypass the product's functions, so that a test triggers only what it is about. What they return is a record of
 * what was written: to change it later, a test writes to the database.
 */

/**
 * In a unit of work of its own, like a request: each transaction looks through all that its unit has seen, and among the
 * rows of a whole test that takes ten times as long as the transaction.
 */
export const apart =
  <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
  (...args: Args): Promise<T> =>
    unitOfWork(() => work(...args));

const letters = (count: number) => randomBytes(count).toString("hex").toUpperCase().slice(0, count);

/** An unused name, without figures that could be read as a phone number: those are hidden from most readers. */
export const aName = (kind: string) => `${kind} ${letters(8)}`;

/** An unused mobile number, so that tests never share limits or logins. */
export const aPhone = () => `7${String(randomInt(1_000_000_000)).padStart(9, "0")}`;

/** An unused pincode. */
const firstPincode = 110_001;
const pincodes = 999_999 - firstPincode;
let lastPincode = randomInt(pincodes);

/** Never given out twice: centers with the same pincode by chance would get each other's requests. */
export const aPincode = () => {
  lastPincode = (lastPincode + 7_919) % pincodes;
  return String(firstPincode + lastPincode);
};

let lastAddress = randomInt(65_536);

/** Never given out twice in a file: a stranger who comes from somebody's network by chance is met as that one. */
export const anAddress = () => {
  lastAddress = (lastAddress + 1) % 65_536;
  return `198.51.${lastAddress >> 8}.${lastAddress & 255}`;
};

async function saved<T extends object>(entity: T): Promise<T> {
  await em().flush();
  return entity;
}

export const aService = apart(
  async (service: Partial<Service> = {}): Promise<Service> =>
    saved(em().create(ServiceSchema, { serviceName: `SERVICE ${letters(8)}`, ...service })),
);

export const aVehicle = apart(
  async (vehicle: Partial<Vehicle> = {}): Promise<Vehicle> =>
    saved(
      em().create(VehicleSchema, {
        vehicleType: `VEHICLE ${letters(6)}`,
        platformChargePaise: fromRupees(20),
        ...vehicle,
      }),
    ),
);

/** A banner, last in the order. */
export const aBanner = apart(async (banner: Partial<Banner> = {}): Promise<Banner> => {
  const [newest] = await rows<{ last: number }>(sql`select coalesce(max(position), 0)::int as last from banners`);
  return saved(em().create(BannerSchema, { position: newest!.last + 1, says: "Diwali", ...banner }));
});

/** A post everybody reads. */
export const aBlog = apart(
  async (blog: Partial<Blog> = {}): Promise<Blog> =>
    saved(
      em().create(BlogSchema, {
        slug: `post-${letters(8).toLowerCase()}`,
        title: `Post ${letters(6)}`,
        author: "Asha",
        summary: "What to look at",
        content: "<p>Look.</p>",
        categories: ["Homes"],
        isActive: true,
        publishedAt: now(),
        ...blog,
      }),
    ),
);

/** An offer valid for a month. */
export const anOffer = apart(
  async (offer: Partial<Offer> = {}): Promise<Offer> =>
    saved(
      em().create(OfferSchema, {
        title: `OFFER${letters(6)}`,
        fromDate: fromNow(-day),
        toDate: fromNow(30 * day),
        ...offer,
      }),
    ),
);

export const aClient = apart(
  async (client: Partial<Client> = {}): Promise<Client> =>
    saved(em().create(ClientSchema, { clientName: `Client ${letters(6)}`, ...client })),
);

/** The default prices of requests (fixed point 5), or others in rupees, from now on. */
export const aPriceList = apart(async ({ booking = 99, subscribed = 49, unsubscribed = 99 } = {}) => {
  const amounts = {
    request_booking_amount: booking,
    subscribed_user_ticket_amount: subscribed,
    unsubscribed_user_ticket_amount: unsubscribed,
  };
  for (const kind of Object.keys(amounts) as (keyof typeof amounts)[]) {
    em().create(PriceSchema, { kind, amountPaise: fromRupees(amounts[kind]), effectiveFrom: now() });
  }
  await em().flush();
});

type CenterFields = Partial<Center> & {
  /** Its services, the primary one first; a new one by default. */
  services?: readonly Service[];
  /** The pincodes it serves; its own by default. */
  pincodes?: readonly string[];
  /** Its QR id; `null` for a center without one. */
  qrId?: string | null;
};

/** An active, verified center on trial, with a service, a service area and a QR code. */
export const aCenter = apart(async ({ services, pincodes, qrId, ...center }: CenterFields = {}): Promise<Center> => {
  const made = em().create(CenterSchema, {
    centerName: `Center ${letters(6)}`,
    phone: aPhone(),
    name: "Asha Rao",
    addressLine: "12 Market Road",
    city: "Bengaluru",
    state: "Karnataka",
    pincode: pincodes?.[0] ?? aPincode(),
    noOfTechnicians: 2,
    verifiedAt: now(),
    ...center,
  });
  await em().flush();
  const offered = services ?? [await aService()];
  for (const [index, { id }] of offered.entries()) {
    em().create(CenterServiceSchema, { centerId: made.id, serviceId: id, priority: index === 0 ? 0 : 1 });
  }
  for (const pincode of pincodes ?? [made.pincode]) em().create(CenterPincodeSchema, { centerId: made.id, pincode });
  if (qrId !== null) {
    em().create(PartnerQrSchema, {
      qrId: qrId ?? `INA${letters(8)}`,
      kind: "center",
      centerId: made.id,
      name: made.centerName,
    });
  }
  return saved(made);
});

/** An e-rickshaw driver: pick and drop is its primary service, and its vehicle is the e-rickshaw (R036). */
export const aDriver = async (center: CenterFields = {}): Promise<Center> =>
  aCenter({
    services: [await aService({ pickDrop: true })],
    vehicleId: (await aVehicle({ eRickshaw: true })).id,
    ...center,
  });

/** The QR code of a center. */
export const qrOf = apart(
  (center: Center): Promise<PartnerQr> => em().findOneOrFail(PartnerQrSchema, { centerId: center.id, kind: "center" }),
);

/** A dealer's QR code, without a center. */
export const aDealerQr = apart(
  async (qr: Partial<PartnerQr> = {}): Promise<PartnerQr> =>
    saved(em().create(PartnerQrSchema, { qrId: `DLR${letters(8)}`, kind: "dealer", name: "Dealer", ...qr })),
);

/** A field agent who registers centers. */
export const anOnboarder = apart(
  async (onboarder: Partial<Onboarder> = {}): Promise<Onboarder> =>
    saved(
      em().create(OnboarderSchema, {
        centerOnboarderId: `ONB${letters(8)}`,
        name: "Sunil Verma",
        phone: aPhone(),
        allowedStates: ["Karnataka"],
        allowedCities: ["Bengaluru"],
        ...onboarder,
      }),
    ),
);

type TechnicianFields = Partial<Technician> & { center?: Center };

export const aTechnician = apart(async ({ center, ...technician }: TechnicianFields = {}): Promise<Technician> => {
  const { id: centerId } = center ?? (technician.centerId ? { id: technician.centerId } : await aCenter());
  return saved(
    em().create(TechnicianSchema, {
      technicianId: `TECH-${letters(8)}`,
      centerId,
      name: "Ravi Kumar",
      phone: aPhone(),
      engagementType: "SALARIED",
      permanentAddressLine: "4 Temple Street",
      permanentCity: "Bengaluru",
      permanentState: "Karnataka",
      mainPincode: "560001",
      primaryServiceId: technician.primaryServiceId ?? (await aService()).id,
      ...technician,
    }),
  );
});

/** A pending ticket of the public that has not been matched. */
export const aTicket = apart(async (ticket: Partial<Ticket> = {}): Promise<Ticket> => {
  return saved(
    em().create(TicketSchema, {
      ticketId: `REQ-261121-${letters(12)}`,
      createdBy: "PUBLIC",
      serviceId: ticket.serviceId ?? (await aService()).id,
      requirement: "It makes a loud noise",
      name: "Meera Nair",
      phone: aPhone(),
      houseNumber: "221",
      locality: "Indiranagar",
      city: "Bengaluru",
      state: "Karnataka",
      pincode: aPincode(),
      timePreferenceType: "IMMEDIATELY",
      offerCode: "GHARSEVA2025",
      ...ticket,
    }),
  );
});

/** A pending ticket of the public that one center can take: after its fee is paid it is offered, not refunded. */
export async function aServedTicket(ticket: Partial<Ticket> = {}): Promise<Ticket> {
  const service = await aService();
  const made = await aTicket({ serviceId: service.id, ...ticket });
  await aCenter({ services: [service], pincodes: [made.pincode] });
  return made;
}

/** A ticket offered to these centers, paid by the public or not. */
export const aBroadcastTicket = apart(
  async (
    centers: readonly Center[],
    { paid = false, ...ticket }: Partial<Ticket> & { paid?: boolean } = {},
  ): Promise<{ ticket: Ticket; broadcasts: Broadcast[] }> => {
    const made = await aTicket({
      broadcastStatus: "broadcasted",
      broadcastAt: now(),
      isPaidByPublic: paid,
      bookingFeePaise: fromRupees(paid ? 99 : 0),
      ...ticket,
    });
    const broadcasts = centers.map(({ id }) => em().create(BroadcastSchema, { ticketId: made.id, centerId: id }));
    await em().flush();
    return { ticket: made, broadcasts };
  },
);

/** A ticket accepted by a center, ready for a technician. */
export const anAcceptedTicket = apart(async (center: Center, ticket: Partial<Ticket> = {}): Promise<Ticket> => {
  const { specificDateTime: wanted } = ticket;
  const made = await aTicket({
    status: "ACCEPTED",
    broadcastStatus: "accepted after broadcast",
    centerId: center.id,
    broadcastAt: now(),
    // In time, where that is over.
    acceptedAt: wanted && wanted < now() ? new Date(wanted.getTime() - hour) : now(),
    ...ticket,
  });
  em().create(BroadcastSchema, { ticketId: made.id, centerId: center.id, status: "ACCEPTED" });
  return saved(made);
});

type AdminFields = Partial<Admin> & { permissions?: readonly Permission[] };

/** An admin with a role of these permissions, or a SUPER_ADMIN; has no password to sign in with. */
export const anAdmin = apart(async ({ permissions, ...admin }: AdminFields = {}): Promise<Admin> => {
  const role =
    permissions &&
    (await saved(em().create(RoleSchema, { roleName: `Role ${letters(8)}`, permissions: [...permissions] })));
  return saved(
    em().create(AdminSchema, {
      userName: `admin-${letters(8).toLowerCase()}`,
      passwordHash: "no password",
      name: "Operations Desk",
      adminRole: role ? "ROLE" : "SUPER_ADMIN",
      roleId: role?.id ?? null,
      ...admin,
    }),
  );
});

/** A proof that a phone was verified for a purpose; returns what the caller sends back. */
export const aProof = apart(
  async ({
    phone,
    purpose = "booking",
    expiresAt = fromNow(15 * minute),
  }: {
    phone: string;
    purpose?: OtpPurpose;
    expiresAt?: Date;
  }): Promise<string> => {
    const proof = randomToken();
    em().create(OtpProofSchema, { tokenHash: hashToken(proof), phone, purpose, expiresAt });
    await em().flush();
    return proof;
  },
);

/** A visitor of the public pages, with the phones their browser has verified. */
export const asVisitor = (...phones: string[]): ActorOf<"anyone"> => ({
  kind: "anyone",
  phones,
  address: "203.0.113.7",
});

export const asCenter = ({ id }: { id: string }): ActorOf<"center"> => ({
  kind: "center",
  centerId: id,
  sessionId: "00000000-0000-7000-8000-000000000001",
});

export const asOnboarder = ({ id }: { id: string }): ActorOf<"onboarder"> => ({
  kind: "onboarder",
  onboarderId: id,
  sessionId: "00000000-0000-7000-8000-000000000005",
});

export const asTechnician = ({ id }: { id: string }): ActorOf<"technician"> => ({
  kind: "technician",
  technicianId: id,
  sessionId: "00000000-0000-7000-8000-000000000002",
});

/** A signed-in admin; a SUPER_ADMIN unless permissions or a client are given. */
export const asAdmin = (
  { id }: { id: string } = { id: "00000000-0000-7000-8000-000000000003" },
  { permissions, clientId }: { permissions?: readonly Permission[]; clientId?: string } = {},
): ActorOf<"admin"> => ({
  kind: "admin",
  adminId: id,
  name: "Operations Desk",
  role: clientId ? "CLIENT" : permissions ? "ROLE" : "SUPER_ADMIN",
  permissions: permissions ?? [],
  sessionId: "00000000-0000-7000-8000-000000000004",
  ...(clientId && { clientId }),
});
