import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { clientOptions } from "#app/parts/clients/client-options.server.ts";
import { activeServices, clientNameOf, defaultOfferCode } from "#modules/catalog/index.ts";
import { type ActorOf, isClient } from "#modules/kernel/actor.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { lenient, publicId, text } from "#modules/kernel/validation.ts";
import {
  may,
  maySet,
  needMay,
  type RequestField,
  requestFields,
  type TicketDetail,
  ticketDetail,
} from "#modules/tickets/index.ts";
import { firstBookableDay } from "#modules/tickets/shared.ts";

type Admin = ActorOf<"admin">;

/** The fields of the form that not every admin sets. */
const houseFields = [
  "offerCode",
  "dueAmount",
  "markedPaid",
  "ticketPrice",
  "closingPrice",
  "adminRemarks",
] as const satisfies readonly RequestField[];
export type HouseField = (typeof houseFields)[number];

/** `edit`: the request to change, by its public id; `created`: the one that was just created. */
export const FormQuery = z.object({ edit: text(100).optional(), created: lenient(publicId) });
export const AddQuery = FormQuery.pick({ created: true });

/** The empty form with its defaults (R271, R275), and the request that was just created. */
export async function addView(admin: Admin, { created }: z.output<typeof AddQuery>, door: Door) {
  const ticket = created ? await ticketIfAny(admin, created) : null;
  return {
    ...(await choices(admin, door)),
    values: { offerCode: defaultOfferCode(), dueAmount: "0", ticketPrice: "0", markedPaid: "true" } as Record<
      string,
      string | null
    >,
    created: ticket && {
      id: ticket.id,
      number: ticket.number,
      displayedStatus: ticket.displayedStatus,
      phone: ticket.phone,
      createdAt: ticket.createdAt,
      serviceAvailable: ticket.serviceAvailable,
      service: ticket.service.name,
    },
    mayOpen: may(admin, "openRequests"),
    origin: env.publicUrl,
  };
}
export type AddView = Awaited<ReturnType<typeof addView>>;

/** The form of a request, filled; 'Page not found !!!' for one that is not there for this admin (R267). */
export async function editView(admin: Admin, edit: string, door: Door) {
  needMay(admin, "editRequests");
  const ticket = await ticketIfAny(admin, edit);
  if (!ticket) throw missing("error.notFound");
  const { service } = ticket;
  // A client that takes no more requests keeps those it has.
  const { services, ...rest } = await choices(admin, door, ticket.client?.id);
  return {
    ...rest,
    services: services.some(({ value }) => value === service.id)
      ? services
      : [...services, { value: service.id, label: service.name }],
    values: { ...requestFields(ticket), offerCode: ticket.offerCode ?? defaultOfferCode() } as Record<
      string,
      string | null
    >,
    edited: {
      id: ticket.id,
      number: ticket.number,
      version: ticket.version,
      closed: ticket.status === "CLOSED",
      name: ticket.name,
      phone: ticket.phone,
      alternatePhone: ticket.alternatePhone,
      pincode: ticket.address.pincode,
    },
  };
}
export type EditView = Awaited<ReturnType<typeof editView>>;

/** What the fields offer; an admin of a client has no choice of clients. */
async function choices(admin: Admin, door: Door, chosen?: string | null) {
  const services = (await activeServices()).filter(({ pickDrop }) => !pickDrop);
  const own = isClient(admin) && admin.clientId ? await clientNameOf(admin, admin.clientId) : null;
  return {
    services: services.map(({ id, serviceName }) => ({ value: id, label: serviceName })),
    clients: own ? null : await clientOptions(admin, door, { chosen }),
    ownClient: own,
    /** The fields of the house that this admin sets; the form leaves out the others. */
    sets: houseFields.filter((field) => maySet(admin, field)),
    firstDay: firstBookableDay(),
  };
}

async function ticketIfAny(admin: Admin, id: string): Promise<TicketDetail | null> {
  try {
    return await ticketDetail(admin, id);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  }
}
