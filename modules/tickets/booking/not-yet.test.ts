import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { proofHolds, requestOtp } from "#modules/access/index.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { configure } from "#modules/kernel/env.server.ts";
import { openDatabase } from "#modules/testing/database.ts";
import {
  aCenter,
  aDriver,
  anAddress,
  anAdmin,
  aPhone,
  aPincode,
  aProof,
  aService,
  asAdmin,
  asCenter,
  asVisitor,
} from "#modules/testing/factories.ts";
import { openTill } from "#modules/testing/payments.ts";
import { createRequest } from "../desk/create-request.ts";
import { bookRide } from "../rides/book-ride.ts";
import { BookRide } from "../rides/input.ts";
import { type BookingInput, bookTicket } from "./book.ts";
import { createCenterTicket } from "./center-ticket.ts";
import { openDraft } from "./draft.ts";

openDatabase();
openTill();

const notYet = { kind: "unavailable", key: "booking.notYet" };
afterEach(() => configure({ undeliverable: [], otpDeliverable: true }));

/** What an attempt could leave behind. */
const left = async () =>
  (
    await rows(
      sql`select (select count(*)::int from tickets) as tickets, (select count(*)::int from rides) as rides,
              (select count(*)::int from orders) as orders, (select count(*)::int from consumers) as consumers,
              (select count(*)::int from otps) as otps, (select count(*)::int from history) as history,
              (select count(*)::int from rate_limits) as counted, (select count(*)::int from pgboss.job) as jobs`,
    )
  )[0];

async function aBookingInput() {
  const service = await aService();
  const pincode = aPincode();
  const center = await aCenter({ services: [service], pincodes: [pincode] });
  const input = {
    serviceId: service.id,
    name: "Meera Nair",
    phone: aPhone(),
    houseNumber: "221",
    city: "Bengaluru",
    state: "Karnataka",
    pincode,
    timePreference: { type: "IMMEDIATELY" },
    offerCode: "GHARSEVA2025",
  } as BookingInput & { name: string; houseNumber: string; offerCode: string };
  return { input, center };
}

test("while a message would not be delivered nobody creates a request or a ride, and nothing is left of the attempt", async () => {
  const { input, center } = await aBookingInput();
  const driver = await aDriver();
  const admin = await anAdmin();
  const proof = await aProof({ phone: input.phone });
  const { token: draftToken } = await openDraft({});
  const places = {
    name: "Sita Devi",
    phone: aPhone(),
    pincode: "560001",
    pickLocation: "Metro",
    dropLocation: "Market",
  };
  const ride = BookRide.parse({ ...places, amount: "10", modeOfPayment: "cash" });
  configure({ undeliverable: ["DLT_REGISTER is missing"] });
  const before = await left();
  await expect(bookTicket(asVisitor(), { ...input, proof })).rejects.toMatchObject(notYet);
  await expect(bookTicket(asVisitor(), { ...input, proof, draftToken })).rejects.toMatchObject(notYet);
  await expect(createCenterTicket(asCenter(center), input as never)).rejects.toMatchObject(notYet);
  await expect(createRequest(asAdmin(admin), input as never)).rejects.toMatchObject(notYet);
  await expect(
    bookRide({ ...asVisitor(), address: anAddress() }, { ...ride, centerId: driver.id }),
  ).rejects.toMatchObject(notYet);
  expect(await left()).toEqual(before);
  // The phone stays proved: as soon as texts are registered the same attempt books.
  expect(await proofHolds({ phone: input.phone, purpose: "booking", proof })).toBe(true);
  configure({ undeliverable: [] });
  expect((await bookTicket(asVisitor(), { ...input, proof, draftToken })).ticket.phone).toBe(input.phone);
});

test("a one-time password is not made while its text would not be delivered, and no limit is used up", async () => {
  const asking = { phone: aPhone(), purpose: "booking", address: anAddress() } as const;
  configure({ undeliverable: ["feeUnpaid (sms, en): it is not in the DLT register"], otpDeliverable: false });
  const before = await left();
  await expect(requestOtp(asking)).rejects.toMatchObject({ kind: "unavailable", key: "otp.notYet" });
  expect(await left()).toEqual(before);
  // Another text that is missing does not keep people from their requests.
  configure({ otpDeliverable: true });
  expect((await requestOtp(asking)).nonce).toBeTruthy();
});
