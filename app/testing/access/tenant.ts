import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { rememberVisitor } from "#modules/access/index.ts";
import { createKey } from "#modules/catalog/index.ts";
import type { Service } from "#modules/catalog/services/service.entity.ts";
import { keyScopes } from "#modules/catalog/shared.ts";
import { askToBecomeOnboarder } from "#modules/centers/index.ts";
import type { Technician } from "#modules/centers/technicians/technician.entity.ts";
import { system } from "#modules/kernel/actor.ts";
import { fromNow, hour, now } from "#modules/kernel/clock.ts";
import { hashToken, randomToken } from "#modules/kernel/crypto.server.ts";
import { em, rows, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { storeBlob } from "#modules/kernel/files/blobs.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { addEndpoint } from "#modules/notifications/index.ts";
import { webhookEvents } from "#modules/notifications/shared.ts";
import {
  aBroadcastTicket,
  aCenter,
  aClient,
  aDriver,
  anAddress,
  anOnboarder,
  aPhone,
  asAdmin,
  asCenter,
  aTechnician,
  aTicket,
  qrOf,
} from "#modules/testing/factories.ts";
import { aProvedStart, notVisited } from "#modules/testing/work.ts";
import { FeedbackLinkSchema } from "#modules/tickets/feedback/feedback.entity.ts";
import { askStillNeeded } from "#modules/tickets/index.ts";
import { acceptPaid } from "#modules/tickets/matching/accept.ts";
import { OutcomeLinkSchema, OutcomeQuestionSchema } from "#modules/tickets/outcome/outcome.entity.ts";
import { PictureSchema, RemarkSchema } from "#modules/tickets/pictures/remark.entity.ts";
import { RideSchema } from "#modules/tickets/rides/ride.entity.ts";
import type { Ticket } from "#modules/tickets/ticket.entity.ts";
import { adjustWallet, objectToPenalty, openOrder, orderOfBroadcast, payable } from "#modules/wallet/index.ts";
import { aNeedPicture, anInvoice, exported } from "./tenant-files.ts";

/*
 * A tenant of the access tests: a center with its people, its customer and one request in every state the doors need.
 * Rows are written only when asked for. Texts that only the tenant may see contain `secret`; what the holder of a
 * request's link may see too (fixed point 16) contains `shown`.
 */

/** The services, of which the tenants offer the first, and where. */
export type Market = { service: Service; second: Service; pincode: string; others: () => Promise<{ id: string }[]> };

/** The rows of one tenant, each written when first asked for. */
export function aTenant({ service, second, pincode, others }: Market) {
  const tag = randomBytes(4).toString("hex");
  const secret = `Secret${tag}`;
  const shown = `Shown${tag}`;
  const [phone, alternatePhone, centerPhone, technicianPhone, matePhone] = [1, 2, 3, 4, 5].map(aPhone) as string[];
  const known = new Map<string, Promise<unknown>>();

  /** Writes a row once, in its own unit of work. */
  const once =
    <T>(name: string, make: () => Promise<T>) =>
    (): Promise<T> => {
      if (!known.has(name)) known.set(name, unitOfWork(make));
      return known.get(name) as Promise<T>;
    };

  const client = once("client", () => aClient({ clientName: `Client ${secret}` }));
  /** An API key of the client; its name is the client's alone. */
  const clientKey = once("clientKey", async () => {
    const clientId = (await client()).id;
    return createKey(system("tests"), { clientId, name: `Key ${secret}`, scopes: [...keyScopes], expires: "never" });
  });
  /** A webhook of the client, and what was sent there and given up. */
  const webhook = once("webhook", async () => {
    const url = `https://hooks.example/${secret}`;
    const events = [...webhookEvents];
    const { id } = await addEndpoint(system("tests"), { clientId: (await client()).id, url, events });
    const delivery = randomUUID();
    await rows(
      sql`insert into webhook_deliveries (id, endpoint_id, event, facts, status, created_at, next_at, give_up_at)
       values (${delivery}, ${id}, 'webhook.test', '{}', 'given_up', now(), now(), now())`,
    );
    return { id, delivery };
  });
  const onboarder = once("onboarder", () => anOnboarder({ name: `Onboarder ${shown}` }));
  const center = once("center", async () =>
    aCenter({
      onboardedBy: (await onboarder()).id,
      services: [service],
      pincodes: [pincode],
      centerName: `Center ${shown}`,
      phone: centerPhone!,
      name: `Owner ${secret}`,
      email: `${secret}@center.example`,
      addressLine: `Lane ${secret}`,
      about: `About ${secret}`,
    }),
  );
  /** A driver of the tenant; the form at the vehicle shows the driver's name. */
  const driver = once("driver", () =>
    aDriver({ pincodes: [pincode], name: `Driver ${shown}`, centerName: `Rides ${shown}` }),
  );
  const ride = once("ride", async () => {
    const { id: centerId, vehicleId } = await driver();
    const made = em().create(RideSchema, {
      rideId: `RIDE-${tag}`,
      status: "PENDING",
      modeOfPayment: "online",
      farePaise: fromRupees(20),
      centerId,
      serviceId: service.id,
      vehicleId: vehicleId!,
      name: `Rider ${secret}`,
      phone: phone!,
      pincode,
      pickLocation: `From ${shown}`,
      dropLocation: `To ${shown}`,
    });
    await em().flush();
    await transaction(() =>
      openOrder({ purpose: "ride_fare", rideId: made.id, centerId, amountPaise: fromRupees(20) }),
    );
    return made.publicId;
  });
  const uploaded = (kind: string) =>
    once(kind, async () =>
      storeBlob(Buffer.from(`${kind} ${secret}`), {
        kind,
        ownerKind: "center",
        ownerId: (await center()).id,
        mime: "image/jpeg",
      }),
    );
  const [paper, front, back, face, certificate] = ["pan", "aadhar_front", "aadhar_back", "profile", "certificate"].map(
    uploaded,
  ) as [
    ReturnType<typeof uploaded>,
    ReturnType<typeof uploaded>,
    ReturnType<typeof uploaded>,
    ReturnType<typeof uploaded>,
    ReturnType<typeof uploaded>,
  ];
  const person = async (more: Partial<Technician>) =>
    aTechnician({
      centerId: (await center()).id,
      primaryServiceId: service.id,
      email: `${secret}@work.example`,
      permanentAddressLine: `Home ${secret}`,
      emergencyPersonName: `Mother ${secret}`,
      referencePersonName: `Friend ${secret}`,
      panBlobId: (await paper()).id,
      panNumber: "ABCPE1234F",
      ...more,
    });
  const technician = once("technician", async () => {
    const face = await storeBlob(Buffer.from("face"), {
      kind: "profile",
      ownerKind: "center",
      ownerId: (await center()).id,
      mime: "image/jpeg",
    });
    return person({ name: `Ravi ${shown}`, phone: technicianPhone!, profilePictureBlobId: face.id, showsFace: true });
  });
  /** Another technician of the same center, without work. */
  /** Days on which the technician is away. */
  const absence = async () => {
    const { centerId, id: technicianId } = await technician();
    const [made] = await rows<{ id: string }>(
      sql`insert into absences (id, center_id, technician_id, first_day, last_day, created_at)
       values (${randomUUID()}, ${centerId}, ${technicianId}, '2100-01-01', '2100-01-02', now()) returning id`,
    );
    return made!.id;
  };
  const mate = once("mate", () => person({ name: `Mate ${shown}`, phone: matePhone! }));

  const ticketInput = async (more: Partial<Ticket> = {}): Promise<Partial<Ticket>> => ({
    serviceId: service.id,
    pincode,
    phone,
    alternatePhone,
    name: `Meera ${secret}`,
    email: `${secret}@customer.example`,
    houseNumber: `House ${secret}`,
    locality: `Street ${shown}`,
    requirement: `${shown}: call me on ${phone!.slice(0, 5)} ${phone!.slice(5)}`,
    clientId: (await client()).id,
    ...more,
  });
  const accepted = async (more: Partial<Ticket> = {}) =>
    aTicket(
      await ticketInput({
        status: "ACCEPTED",
        broadcastStatus: "accepted after broadcast",
        acceptedAt: now(),
        centerId: (await center()).id,
        ...more,
      }),
    );
  /** Accepted, with its technician on the way, a picture and a remark. */
  const job = once("job", async () => {
    const ticket = await accepted({ technicianId: (await technician()).id, assignedAt: now() });
    const owner = { kind: "onsite", ownerKind: "ticket", ownerId: ticket.id };
    const blob = await storeBlob(Buffer.from(`picture ${shown}`), { ...owner, mime: "image/jpeg" });
    const by = { authorKind: "center", authorId: (await center()).id } as const;
    const picture = em().create(PictureSchema, { ticketId: ticket.id, blobId: blob.id, ...by });
    em().create(RemarkSchema, { ticketId: ticket.id, text: `Remark ${secret}`, ...by });
    aProvedStart(ticket.id);
    await em().flush();
    return { id: ticket.publicId, picture: picture.id, needPicture: await aNeedPicture(ticket, blob) };
  });
  /** Accepted, with no technician assigned. */
  const open = once("open", () => accepted());
  /** Created by the center itself, with no technician assigned. */
  const pending = once("pending", async () =>
    aTicket(await ticketInput({ createdBy: "CENTER", createdByCenterId: (await center()).id, createName: secret })),
  );
  const offered = (paid: boolean) => async () => {
    const centers = [await center(), ...(await others())] as never[];
    return (await aBroadcastTicket(centers, { ...(await ticketInput()), paid })).broadcasts[0]!.id;
  };
  /** Offers to the center (and to the others): one without a payment, one the customer paid for. */
  const offer = once("offer", offered(false));
  const paidOffer = once("paidOffer", offered(true));
  /** A request that is offered to the center alone. */
  const waiting = once("waiting", async () => ({
    id: (await aBroadcastTicket([await center()], await ticketInput())).ticket.publicId,
  }));
  /** An offer the center has reserved, with the provider's order to pay it. */
  const reserved = once("reserved", async () => {
    const broadcast = await offered(true)();
    await acceptPaid(asCenter(await center()), { broadcastId: broadcast });
    return { broadcast, order: (await orderOfBroadcast(broadcast))!.providerOrderId! };
  });
  /** An unpaid recharge of the center's wallet. */
  const recharge = once("recharge", async () => {
    const centerId = (await center()).id;
    const amountPaise = fromRupees(500);
    return (await transaction(() => openOrder({ purpose: "recharge", centerId, amountPaise }))).id;
  });
  const punished = (text: string) => async () => {
    const { id: ticketId } = await job();
    const centerId = (await center()).id;
    const penaltyInput = { ticketId, centerId, kind: "Penalty", amount: 10, remarks: `${text} ${secret}` } as const;
    return (await adjustWallet(asAdmin(), penaltyInput)).id;
  };
  /** A penalty of the center that it may object to. */
  const penalty = once("penalty", punished("Late"));
  /** A penalty it has objected to, with a picture. */
  const objected = once("objected", async () => {
    const adjustmentId = await punished("Away")();
    const owner = { kind: "objection", ownerKind: "objection", ownerId: (await center()).id };
    const picture = await storeBlob(Buffer.from(`objection ${secret}`), { ...owner, mime: "image/jpeg" });
    const objection = { adjustmentId, text: `We were there ${secret}`, pictureId: picture.id };
    await objectToPenalty(asCenter(await center()), objection);
    return { id: adjustmentId, picture: picture.id };
  });
  /** A booking whose fee is due, with the provider's order. */
  const due = once("due", async () => {
    const ticket = await aTicket(await ticketInput({ bookingFeePaise: fromRupees(99) }));
    const order = await transaction(() =>
      openOrder({ purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99) }),
    );
    return { id: ticket.publicId, order: (await payable(order.id)).order_id };
  });
  /** A request of the center whose fee is paid. */
  const feePaid = once("feePaid", async () => {
    const ticket = await accepted({ bookingFeePaise: fromRupees(99), isPaidByPublic: true });
    await transaction(async () => {
      const { id } = await openOrder({ purpose: "booking_fee", ticketId: ticket.id, amountPaise: fromRupees(99) });
      await rows(sql`update orders set status = 'paid', paid_at = now() where id = ${id}`);
    });
    return { id: ticket.publicId };
  });
  /** Closed yesterday, with a stored invoice and an open feedback link. */
  const closed = once("closed", async () => {
    const ticket = await accepted({
      status: "CLOSED",
      technicianId: (await technician()).id,
      closedAt: fromNow(-hour),
      closingPricePaise: fromRupees(500),
      paymentType: "Cash",
      adminRemarks: `Desk ${secret}`,
      technicianRemarks: `Work ${secret}`,
      centerMessage: `Word ${secret}`,
    });
    await anInvoice(ticket, {
      serviceName: service.serviceName,
      centerName: shown,
      number: `GS/T/${tag}`,
      text: secret,
    });
    const feedback = randomToken();
    em().create(FeedbackLinkSchema, {
      ticketId: ticket.id,
      tokenHash: hashToken(feedback),
      expiresAt: fromNow(hour),
    });
    em().create(OutcomeQuestionSchema, { ticketId: ticket.id, createdAt: fromNow(-hour), dueAt: fromNow(47 * hour) });
    em().create(OutcomeLinkSchema, { ticketId: ticket.id, tokenHash: hashToken(feedback) });
    await em().flush();
    return { id: ticket.publicId, feedback };
  });

  /** Closed as not visited; its customer is asked whether it is still needed. */
  const unvisited = once("unvisited", async () => {
    const ticket = await accepted({ status: "CLOSED", closedAt: fromNow(-hour), closeRemarks: notVisited });
    await transaction(() => askStillNeeded(ticket.id, "not_visited"));
    return { id: ticket.publicId };
  });

  /** An export file of its technicians. */
  const file = once("file", async () => {
    await technician();
    return exported(await center());
  });

  return {
    secret,
    shown,
    phone: phone!,
    alternatePhone: alternatePhone!,
    centerPhone: centerPhone!,
    service,
    second,
    pincode,
    client,
    clientKey,
    webhook,
    onboarder,
    center,
    technician,
    absence,
    mate,
    paper,
    front,
    back,
    face,
    certificate,
    job,
    open,
    pending,
    offered: waiting,
    offer,
    paidOffer,
    reserved,
    recharge,
    due,
    feePaid,
    closed,
    unvisited,
    penalty,
    objected,
    /** Writes every row a list could show. */
    all: async () => {
      for (const make of [
        mate,
        client,
        clientKey,
        webhook,
        job,
        open,
        pending,
        offer,
        paidOffer,
        reserved,
        due,
        feePaid,
        closed,
        penalty,
        objected,
        file,
      ])
        await make();
    },
    /** How many kinds of rows were written so far. */
    written: () => known.size,
    file,
    driver,
    driverQr: once("driverQr", async () => (await qrOf(await driver())).qrId),
    ride,
    qr: once("qr", async () => (await qrOf(await center())).qrId),
    /** The cookie of a browser that proved the customer's phone. */
    visitor: once("visitor", async () => (await rememberVisitor({ phone: phone! })).token),
    /** The unique id under which a future onboarder waits for the code. */
    becoming: once("becoming", async () => {
      const details = {
        name: `Onboarder ${secret}`,
        phone: aPhone(),
        primaryServiceId: service.id,
        allowedStates: ["Karnataka"],
        allowedCities: ["Mysuru"],
      };
      return (await askToBecomeOnboarder({ details, address: anAddress() })).uniqueId;
    }),
    /** Texts that nobody but the tenant and the admins may read. */
    secrets: [secret, phone!, `${phone!.slice(0, 5)} ${phone!.slice(5)}`, alternatePhone!, centerPhone!],
  };
}
export type Tenant = ReturnType<typeof aTenant>;
