import { minute, now } from "#modules/kernel/clock.ts";
import { paidOrder } from "#modules/sandbox/index.ts";
import { acceptOrReserve, cancelTicket } from "#modules/tickets/index.ts";
import type { ServiceName } from "../demo-data.ts";
import { fixedLetters } from "../fixed-id.ts";
import { demoAdmin, demoCenter } from "./actors.ts";
import { closeAs, offerTo, sendTechnician } from "./course.ts";
import { bookAndPay } from "./paid.ts";
import { asOf, daysAgo } from "./past.ts";

const inKoramangala = { city: "Bengaluru", state: "Karnataka", pincode: "560034" };

type Booking = {
  key: string;
  service: ServiceName;
  requirement: string;
  name: string;
  phone: string;
  address: { house_number: string; locality: string };
};

/** Booked by the public, each with its fee; only the center in Koramangala does them. */
export const bookings = {
  closed: {
    key: "paid request:closed",
    service: "REFRIGERATOR REPAIR",
    requirement: "Freezer works, fridge is warm",
    name: "Joseph Fernandes",
    phone: "9000000241",
    address: { house_number: "402", locality: "1st Block" },
  },
  nobodyHome: {
    key: "paid request:nobody home",
    service: "WASHING MACHINE REPAIR",
    requirement: "Error E3 on the display",
    name: "Pallavi Joshi",
    phone: "9000000242",
    address: { house_number: "55", locality: "5th Block" },
  },
  cancelled: {
    key: "paid request:cancelled",
    service: "WASHING MACHINE REPAIR",
    requirement: "मशीन से पानी नहीं निकलता",
    name: "मीना गुप्ता",
    phone: "9000000243",
    address: { house_number: "12", locality: "6th Block" },
  },
  reserved: {
    key: "paid request:reserved",
    service: "REFRIGERATOR REPAIR",
    requirement: "Ice on the back wall",
    name: "Abdul Kareem",
    phone: "9000000244",
    address: { house_number: "Flat 7", locality: "4th Block" },
  },
} as const satisfies Record<string, Booking>;

/** The public id of one of them. */
export const bookingId = ({ key }: Pick<Booking, "key">) => fixedLetters(key, 22);

/**
 * Paid bookings: closed, accepted, cancelled (its fee goes back when the worker starts), and reserved for a center that
 * has yet to pay by card. Somebody also took money in at the provider's own desk, which the close of that day shows.
 */
export async function seedPayments(serviceIds: ReadonlyMap<string, string>) {
  const book = async ({ address, ...booking }: Booking, at: Date) => {
    await bookAndPay(booking.key, { ...booking, address: { ...address, ...inKoramangala }, at }, serviceIds);
    return bookingId(booking);
  };
  const center = demoCenter("INA0004");
  const accept = async (ticketId: string, at: Date) => {
    const broadcastId = await offerTo(center, ticketId);
    await asOf(at, () => acceptOrReserve(center, { broadcastId }));
  };

  const closed = await book(bookings.closed, daysAgo(4, "11:50"));
  await accept(closed, daysAgo(4, "12:06"));
  await sendTechnician(center, closed, "9000000109", daysAgo(4, "12:30"));
  await closeAs(closed, 850, daysAgo(3, "12:30"));

  const nobodyHome = await book(bookings.nobodyHome, daysAgo(1, "09:20"));
  await accept(nobodyHome, daysAgo(1, "09:31"));
  await sendTechnician(center, nobodyHome, "9000000110", daysAgo(1, "10:00"));

  await asOf(daysAgo(1, "14:05"), () =>
    paidOrder({ amount: 250_00, receipt: null, notes: { for: "Compressor relay, paid by link" } }),
  );
  const cancelled = await book(bookings.cancelled, daysAgo(1, "16:45"));
  await asOf(daysAgo(1, "18:10"), async () =>
    cancelTicket(await demoAdmin("operations"), { ticketId: cancelled, reason: "Customer bought a new machine" }),
  );

  const reserved = await book(bookings.reserved, new Date(now().getTime() - 25 * minute));
  await accept(reserved, now());
}
