import { defaultOfferCode } from "#modules/catalog/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { istDate, istTime } from "#modules/kernel/clock.ts";
import {
  agreeTime,
  needMay,
  requestFields,
  sendLinkAgain,
  ticketDetail,
  updateRequest,
} from "#modules/tickets/index.ts";
import { AgreeTime, UpdateRequest } from "#modules/tickets/shared.ts";
import { UsageError } from "../../run.ts";
import { type Acting, acting, tellDone } from "./operator.ts";
import { named } from "./requests.ts";

/** `tickets agree-time <ticket>`: agrees a free window of the center that has a request, in the center's place. */
export async function agree(options: Acting & { at: string }, which: string) {
  const done = await acting(options, "tickets agree-time", async (actor) => {
    const input = AgreeTime.parse({ ticketId: await named(actor, which), at: options.at });
    await agreeTime(actor, input);
    const { id, number } = await ticketDetail(actor, input.ticketId);
    return { id, number, at: input.at };
  });
  const { number, at } = done.result;
  tellDone(done, `${number}: the visit is agreed for ${istDate(at)} ${istTime(at)}`, options);
}

/** `tickets send-link <ticket>`: sends the link to an open visit again to its technician's phone. */
export async function sendLink(options: Acting, which: string) {
  const done = await acting(options, "tickets send-link", async (actor) => {
    const ticketId = await named(actor, which);
    await sendLinkAgain(actor, { ticketId });
    const { id, number } = await ticketDetail(actor, ticketId);
    return { id, number };
  });
  tellDone(done, `${done.result.number}: the link is sent to the technician`, options);
}

type Place = { houseNumber?: string; locality?: string; city?: string; state?: string };
type Changing = Acting & Place & { at?: string; soon?: boolean };

/** `tickets change <ticket>`: another wanted time or address of a request, on its customer's word; all else stays. */
export async function change(options: Changing, which: string) {
  if (options.at !== undefined && options.soon) throw new UsageError("--at and --soon are two times: say one.");
  const done = await acting(options, "tickets change", async (actor) => {
    const { id, number } = await updateRequest(actor, await inputOf(actor, options, which));
    return { id, number };
  });
  tellDone(done, `${done.result.number} changed`, options);
}

/** The request as its form shows it to the operator, with what is to be changed. */
async function inputOf(actor: Actor, options: Changing, which: string): Promise<UpdateRequest> {
  needMay(actor, "editRequests");
  const ticket = await ticketDetail(actor, await named(actor, which));
  const stored = requestFields(ticket);
  const { at, soon } = options;
  const time = { type: stored["timePreference.type"], at: stored["timePreference.at"] };
  const fields = {
    ticketId: ticket.id,
    version: ticket.version,
    serviceId: stored.serviceId,
    houseNumber: options.houseNumber ?? stored.houseNumber,
    locality: options.locality,
    city: options.city,
    state: options.state,
    offerCode: stored.offerCode ?? defaultOfferCode(),
    timePreference: at ? { type: "SPECIFIC_DATE_AND_TIME", at } : soon ? { type: "WITHIN_24_HOURS" } : time,
  };
  return UpdateRequest.parse(fields);
}
