import { defaultOfferCode } from "#modules/catalog/index.ts";
import { day, hour, minute, now } from "#modules/kernel/clock.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import {
  acceptBroadcast,
  addOnsitePicture,
  createCenterTicket,
  createRequest,
  rejectBroadcast,
  submitFeedback,
  ticketClosed,
} from "#modules/tickets/index.ts";
import { CenterTicket, CreateRequest, SubmitFeedback } from "#modules/tickets/shared.ts";
import { fixedLetters } from "../fixed-id.ts";
import { demoAdmin, demoCenter } from "./actors.ts";
import { closeAs, offerTo, sendTechnician } from "./course.ts";
import { unitOnWall } from "./drawings.ts";
import { asOf } from "./past.ts";

const inBengaluru = { city: "Bengaluru", state: "Karnataka", pincode: "560001" };

/** Requests booked at a center's code that are done: by whom, for how many rupees, and what the customer answered. */
const done = [
  {
    nth: 0,
    bookedDaysAgo: 12,
    center: "INA0002",
    technician: "9000000103",
    amount: 650,
    answers: [9, 10, 9, 8, 10],
  },
  {
    nth: 1,
    bookedDaysAgo: 8,
    center: "INA0003",
    technician: "9000000105",
    amount: 1_200,
    answers: [4, 5, 2, 6, 4],
  },
];

/** The public id of a request that was booked at a center's code. */
export const customerRequest = (nth: number) => fixedLetters(`customer request:${nth}`, 22);

/** What operators took down on the telephone: offered to both centers of the pincode, and what one of them did. */
const telephoned = [
  {
    hoursAgo: 98,
    requirement: "Remote does not work",
    answer: "close",
    name: "Thomas Mathew",
    phone: "9000000234",
    houseNumber: "27",
    locality: "Rest House Road",
  },
  {
    hoursAgo: 50,
    requirement: "New unit, copper pipe is there",
    answer: "accept",
    name: "Nandini Prasad",
    phone: "9000000233",
    houseNumber: "Flat 11",
    locality: "Kasturba Road",
  },
  {
    hoursAgo: 26,
    requirement: "Gas refill",
    answer: "reject",
    name: "Imtiaz Baig",
    phone: "9000000232",
    houseNumber: "19",
    locality: "Vittal Mallya Road",
  },
  {
    hoursAgo: 2,
    requirement: "बाहर की यूनिट बहुत आवाज़ करती है",
    answer: "none",
    name: "रेखा अय्यर",
    phone: "9000000231",
    houseNumber: "3A",
    locality: "Lavelle Road",
  },
] as const;

/** What a center took down for a customer it cannot serve itself. */
const passedOn = {
  name: "Vikram Sethi",
  phone: "9000000235",
  houseNumber: "8",
  locality: "Ali Asker Road",
  ...inBengaluru,
  requirement: "Two units, no cooling",
  timePreference: { type: "WITHIN_24_HOURS" },
};

/** Requests in every answer of a center, the oldest first, and closed ones with what their customers said. */
export async function seedWork(serviceIds: ReadonlyMap<string, string>) {
  for (const job of done) await finishAndRate(job);
  const booked = { serviceId: serviceIds.get("AC REPAIR"), offerCode: defaultOfferCode() };
  for (const call of telephoned) await takeDown(call, booked);
  await asOf(ago(20 * hour), () =>
    createCenterTicket(demoCenter("INA0003"), CenterTicket.parse({ ...passedOn, ...booked })),
  );
}

const ago = (ms: number) => new Date(now().getTime() - ms);
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

async function takeDown({ hoursAgo, answer, ...call }: (typeof telephoned)[number], booked: object) {
  const at = ago(hoursAgo * hour);
  const timePreference = { type: "WITHIN_24_HOURS" };
  const input = CreateRequest.parse({ ...call, ...inBengaluru, ...booked, timePreference });
  const { id: ticketId } = await asOf(at, async () => createRequest(await demoAdmin("operations"), input));
  if (answer === "none") return;
  const center = demoCenter("INA0002");
  const broadcastId = await offerTo(center, ticketId);
  if (answer === "reject") {
    await asOf(after(at, 40 * minute), () => rejectBroadcast(center, { broadcastId }));
    return;
  }
  await asOf(after(at, 12 * minute), () => acceptBroadcast(center, { broadcastId }));
  await sendTechnician(center, ticketId, "9000000104", after(at, hour));
  await asOf(after(at, 3 * hour), async () => addOnsitePicture(center, { ticketId, upload: await unitOnWall() }));
  if (answer === "close") await closeAs(ticketId, 400, after(at, 4 * hour));
}

async function finishAndRate({ nth, bookedDaysAgo, center, technician, amount, answers }: (typeof done)[number]) {
  const ticketId = customerRequest(nth);
  const booked = ago(bookedDaysAgo * day);
  await sendTechnician(demoCenter(center), ticketId, technician, after(booked, 2 * hour));
  const token = await feedbackTokenOf(() => closeAs(ticketId, amount, after(booked, 6 * hour)));
  const customer = { kind: "anyone", phones: [], address: "127.0.0.1" } as const;
  await asOf(after(booked, 20 * hour), () => submitFeedback(customer, SubmitFeedback.parse({ token, answers })));
}

/** The token of a closing's feedback link, which its customer gets by message: only the closing's event carries it. */
async function feedbackTokenOf(closing: () => Promise<unknown>): Promise<string> {
  let token: string | undefined;
  const listener = async ({ feedbackTokenSealed }: { feedbackTokenSealed: string }) => {
    token = unseal(feedbackTokenSealed);
  };
  ticketClosed.listeners.push(listener);
  try {
    await closing();
  } finally {
    ticketClosed.listeners.splice(ticketClosed.listeners.indexOf(listener), 1);
  }
  if (!token) throw new Error("the closing told no feedback link");
  return token;
}
