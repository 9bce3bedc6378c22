import type { Actor } from "#modules/kernel/actor.ts";
import { istDate, istTime } from "#modules/kernel/clock.ts";
import { missing } from "#modules/kernel/errors.ts";
import { rupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import {
  broadcastTicket,
  cancelTicket,
  closeTicket,
  needMay,
  noOfferReason,
  type RequestDetail,
  recordPayment,
  requestDetail,
  requestsList,
} from "#modules/tickets/index.ts";
import {
  AdminCloseTicket,
  BroadcastTicket,
  CancelWithReason,
  RecordPayment,
  whatOf,
  whoOf,
} from "#modules/tickets/shared.ts";
import { show } from "../../run.ts";
import { facts, table } from "../../table.ts";
import { type Acting, acting, needTake, type Operating, readingPeople, tellDone } from "./operator.ts";

const moment = (at: Date | null) => (at ? `${istDate(at)} ${istTime(at)}` : "");

type Listing = Operating & { search?: string; status?: string; from?: string; to?: string; take: number };

/** `tickets list`: requests, newest first, as the operator sees them. */
export async function list(options: Listing) {
  const { search, status, from, to, take } = options;
  needTake(take);
  const filter = requestsList.filter.parse({ search, status, from, to });
  const { rows } = await readingPeople(options, async (actor) => {
    needMay(actor, "seeRequests");
    return requestsList.page(actor, { ...filter, take });
  });
  const words = table(
    ["made", "number", "status", "service", "pincode", "city", "center", "customer", "id"],
    rows.map(({ createdAt, number, displayedStatus, service, address, center, name, id }) => [
      moment(createdAt),
      number,
      displayedStatus,
      service.name,
      address.pincode,
      address.city ?? "",
      center ? center.name : "",
      name,
      id,
    ]),
    options,
  );
  show(rows, rows.length > 0 ? words : "No request fits.", options);
}

/** The public id of a request that is named by its number, such as REQ-261121-4F7K, or by that id. */
export async function named(actor: Actor, which: string): Promise<string> {
  const number = which.trim().toUpperCase();
  if (!number.startsWith("REQ-")) return which.trim();
  const { rows } = await requestsList.page(actor, { search: number, take: 10 });
  const match = rows.find((each) => each.number === number);
  if (!match) throw missing("ticket.notFound");
  return match.id;
}

/** `tickets show <ticket>`: one request with its offers and its history. */
export async function showOne(options: Operating, which: string) {
  const detail = await readingPeople(options, async (actor) => {
    needMay(actor, "seeRequests");
    return requestDetail(actor, await named(actor, which));
  });
  show(detail, described(detail, options), options);
}

function described({ request, offers, history }: RequestDetail, options: Operating) {
  const { address, timePreference } = request;
  const summary = facts([
    ["number", request.number],
    ["status", request.displayedStatus],
    ["service", request.service.name],
    ["asked for", request.requirement],
    ["when", `${timePreference.type}${timePreference.at ? ` ${moment(timePreference.at)}` : ""}`],
    ["customer", `${request.name}, ${request.phone}`],
    ["place", [address.houseNumber, address.locality, address.city, address.pincode].filter(Boolean).join(", ")],
    ["center", request.center ? request.center.name : null],
    ["technician", request.technician ? request.technician.name : null],
    ["price", request.closingPricePaise === null ? null : rupees(request.closingPricePaise)],
    ["invoice", request.invoiceNumber],
    ["made", moment(request.createdAt)],
    ["id", request.id],
  ]);
  const offerRows = offers.map(({ offeredAt, status, center }) => [moment(offeredAt), status, center]);
  const lines = history.map((line) => [
    moment(line.at),
    whatOf(line, say, "en"),
    whoOf(line, say),
    line.to ? `${line.from ?? "-"} → ${line.to}` : "",
  ]);
  return [
    summary,
    ...(offerRows.length > 0 ? [table(["offered", "state", "center"], offerRows, options)] : []),
    table(["at", "what", "who", "status"], lines, options),
  ].join("\n\n");
}

/** `tickets broadcast <ticket>`: offers a request to the centers of its pincode that were not asked yet. */
export async function broadcast(options: Acting, which: string) {
  const offer = async (actor: Actor) => {
    const input = BroadcastTicket.parse({ ticketId: await named(actor, which) });
    const { ticket, asked, fitting } = await broadcastTicket(actor, input);
    return { id: ticket.publicId, number: ticket.ticketId, asked, nobody: noOfferReason({ asked, fitting }) ?? null };
  };
  const done = await acting(options, "tickets broadcast", offer);
  const { number, asked, nobody } = done.result;
  tellDone(done, `${number}: ${nobody ? say(nobody) : `${asked} centers asked`}`, options);
}

/** `tickets cancel <ticket>`: cancels an open request; fee and lead price go back. */
export async function cancel(options: Acting & { reason: string }, which: string) {
  const end = async (actor: Actor) => {
    const input = CancelWithReason.parse({ ticketId: await named(actor, which), reason: options.reason });
    const { publicId, ticketId, status } = await cancelTicket(actor, input);
    return { id: publicId, number: ticketId, status };
  };
  const done = await acting(options, "tickets cancel", end);
  tellDone(done, `${done.result.number} cancelled`, options);
}

type Closing = Acting & {
  amount: string;
  payment?: string;
  reference?: string;
  notYetPaid?: boolean;
  remarks?: string;
};

/** `tickets close <ticket>`: closes a request that has a technician, as an admin does: its invoice is issued. */
export async function close(options: Closing, which: string) {
  const { amount, payment: paymentType, reference: paymentReference, notYetPaid, remarks: closeRemarks } = options;
  const paid = { paymentType, paymentReference, notYetPaid };
  const end = async (actor: Actor) => {
    const input = AdminCloseTicket.parse({ ticketId: await named(actor, which), amount, ...paid, closeRemarks });
    const { id, number, status, closingPricePaise } = await closeTicket(actor, input);
    return { id, number, status, closingPricePaise };
  };
  const done = await acting(options, "tickets close", end);
  const { number, closingPricePaise } = done.result;
  tellDone(done, `${number} closed for ${rupees(closingPricePaise!)}`, options);
}

/** `tickets paid <ticket>`: the online payment of a request that was closed as not yet paid. */
export async function paid(options: Acting & { reference: string }, which: string) {
  const enter = async (actor: Actor) => {
    const ticketId = await named(actor, which);
    const input = RecordPayment.parse({ ticketId, paymentReference: options.reference });
    const { id, number, closingPricePaise, paymentReference } = await recordPayment(actor, input);
    return { id, number, closingPricePaise, paymentReference };
  };
  const done = await acting(options, "tickets paid", enter);
  tellDone(done, `${done.result.number} paid: ${rupees(done.result.closingPricePaise!)}`, options);
}
