import { randomInt } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { sql } from "kysely";
import { callsAt } from "./calls.ts";
import { checkoutAt } from "./checkout.ts";
import { inDatabase } from "./database.ts";
import { outboxAt } from "./outbox.ts";
import { type Center, peopleAt } from "./people.ts";

/*
 * Brings a request into the state a journey needs, over the product's HTTP calls, with its own center.
 */

export const service = "PLUMBING";

export type Ticket = { _id: string; ticket_id: string; phone: string; name: string };
type Who = { phone: string; name: string };
type Order = { order_id: string };

/** A random phone, so that limits of one journey do not affect another. */
export const aPhone = () => `8${String(randomInt(1_000_000_000)).padStart(9, "0")}`;

/** Set-up calls against a running product. */
export function stepsAt(base: string) {
  const calls = callsAt(base);
  const { call } = calls;
  const { newestMatch, code, codesSoFar } = outboxAt(base);
  const checkout = checkoutAt(calls);
  let made: Promise<Center> | undefined;
  const center = () => (made ??= peopleAt(base).aCenter({ services: [service] }));

  async function prove(phone: string) {
    const earlier = await codesSoFar(phone);
    const mobile = { country_code: "+91", mobile_number: phone };
    await call("POST", "consumerAppAppRoute/sent-otp-by-web", mobile);
    const otp = await code(phone, earlier);
    const { data } = await call<{ proof: string }>("POST", "consumerAppAppRoute/verify-otp-by-web", { ...mobile, otp });
    return data.proof;
  }

  /** Another code may be sent to a phone again, as an hour after the last one. */
  const longAfterCode = (phone: string) =>
    inDatabase(sql`update otps set created_at = created_at - interval '1 hour' where phone = ${phone}`);

  async function bookingInput({ phone, name }: Who) {
    const { data } = await call<{ _id: string; service_name: string }[]>("GET", "admin/get-all-active-services");
    return {
      service_provided_for: data.find(({ service_name }) => service_name === service)?._id,
      specific_requirement: "The kitchen tap drips",
      personal_details: { name, primary_phone: { country_code: "+91", mobile_number: phone } },
      address_details: {
        house_number: "12 Rajpath Apartments",
        locality: "Connaught Place",
        city: "New Delhi",
        state: "Delhi",
        pincode: (await center()).pincode,
      },
      time_preference: { time_preference_type: "WITHIN_24_HOURS" },
      offers_applied: { offer_code: "GHARSEVA2025" },
    };
  }

  /** A booking through the center's QR code: no fee, at this center at once. */
  async function bookByCode({ phone = aPhone(), name = "Meera Nair" } = {}): Promise<Ticket> {
    const input = { ...(await bookingInput({ phone, name })), qr_id: (await center()).qrId, proof: await prove(phone) };
    const { data } = await call<Ticket>("POST", "center/public-ticket-booking-withINA", input);
    return { _id: data._id, ticket_id: data.ticket_id, phone, name };
  }

  /** A booking without a partner, with its fee due. */
  async function book({ phone = aPhone(), name = "Meera Nair" } = {}): Promise<Ticket & { payment: Order }> {
    const input = { ...(await bookingInput({ phone, name })), proof: await prove(phone) };
    const { data } = await call<Ticket & { payment?: Order }>("POST", "center/public-ticket-booking", input);
    const payment = { order_id: await checkout.orderOf(data) };
    return { _id: data._id, ticket_id: data.ticket_id, payment, phone, name };
  }

  /** Created by the center for itself: no code was sent to the phone yet, so that the page can send one at once. */
  async function bookAtCenter({ phone = aPhone(), name = "Meera Nair" } = {}): Promise<Ticket> {
    const token = await asCenter();
    const { data } = await call<Ticket>("POST", "center/create-ticket", await bookingInput({ phone, name }), token);
    return { _id: data._id, ticket_id: data.ticket_id, phone, name };
  }

  const pay = ({ payment }: { payment: Order }) => checkout.payFee(payment.order_id);

  let centerToken: Promise<string> | undefined;
  async function signIn() {
    const { phone } = await center();
    const mobile = { country_code: "+91", mobile_number: phone };
    await call("POST", "center/sent-otp", { ...mobile, action: "login" });
    return (await call("POST", "center/login-with-otp", { ...mobile, otp: await code(phone) })).token;
  }
  const asCenter = () => (centerToken ??= signIn());

  let adminToken: Promise<string> | undefined;
  const asAdmin = () =>
    (adminToken ??= call("POST", "admin/login", { user_name: "superadmin", password: "Demo@2026" }).then(
      ({ token }) => token,
    ));

  /** The center accepts a paid request, paying from its wallet. */
  async function accept(ticket: { _id: string }) {
    type Offer = { _id: string; ticket_obj_id: { _id: string } };
    const token = await asCenter();
    const { data } = await call<Offer[]>("GET", "center/get-all-available-broadcast", undefined, token);
    const offer = data.find(({ ticket_obj_id }) => ticket_obj_id._id === ticket._id);
    await call("POST", "center/accepted-broadcast-request", { broadcast_obj_id: offer?._id }, token);
  }

  /** The center proposes its first free time for a request that is offered to it. */
  async function propose(ticket: { _id: string }) {
    type Offer = { _id: string; ticket_obj_id: { _id: string } };
    type Day = { windows: { from: string; state: string }[] };
    const token = await asCenter();
    const { data } = await call<Offer[]>("GET", "center/get-all-available-broadcast", undefined, token);
    const offer = data.find(({ ticket_obj_id }) => ticket_obj_id._id === ticket._id);
    const days = await call<Day[]>("GET", `center/free-windows?broadcast_obj_id=${offer?._id}`, undefined, token);
    const free = days.data.flatMap(({ windows }) => windows).find(({ state }) => state === "free");
    await call("POST", "center/propose-windows", { broadcast_obj_id: offer?._id, windows: [free?.from] }, token);
  }

  async function assign(ticket: { _id: string }) {
    const token = await asCenter();
    type Technician = { _id: string; personal_details: { name: string; phone: { mobile_number: string } } };
    const { data } = await call<Technician[]>("GET", "center/get-all-technician", undefined, token);
    const technician = data[0]!;
    const body = { ticket_obj_id: ticket._id, technician_obj_id: technician._id };
    await call("POST", "center/assigning-ticket-technician", body, token);
    return technician.personal_details;
  }

  /** The center says that its technician has set out. */
  const onTheWay = async (ticket: { _id: string }) =>
    call("POST", `technicianApp/on-the-way/${ticket._id}`, {}, await asCenter());

  async function picture(ticket: { _id: string }) {
    const form = new FormData();
    form.set("OnsitePicture", new Blob([aPicture()], { type: "image/png" }), "tap.png");
    await call("POST", `technicianApp/upload-ticket-onsite-picture/${ticket._id}`, form, await asCenter());
  }

  /** Closes the work: a picture, the happy code from the customer's message, the price in rupees. */
  async function close(ticket: Ticket, amount = 750) {
    await picture(ticket);
    const happy = await newestMatch(ticket.phone, /happy code (\d{4})/);
    await call(
      "POST",
      "center/close-ticket",
      {
        ticket_obj_id: ticket._id,
        closing_ticket_price: amount,
        code: happy,
        payment_type: "Online",
        remarks: { close_ticket_remarks: "Visit Done, Work Completed (Payment Collected)" },
      },
      await asCenter(),
    );
  }

  /** Closes it as its center, which could not come. */
  async function notVisited(ticket: { _id: string }) {
    const remarks = { close_ticket_remarks: "Not Visited - Can't Deliver Service" };
    const body = { ticket_obj_id: ticket._id, closing_ticket_price: 0, remarks };
    await call("POST", "center/close-ticket", body, await asCenter());
  }

  /** Booked at the center, assigned, and closed as not visited. */
  async function unvisited(who: Partial<Who> = {}): Promise<Ticket> {
    const ticket = await bookAtCenter(who);
    await assign(ticket);
    await notVisited(ticket);
    return ticket;
  }

  /** Closes it as an admin for 500 rupees. */
  async function closeAsAdmin(ticket: Ticket) {
    const body = { ticket_obj_id: ticket._id, closing_ticket_price: 500, payment_type: "Cash" };
    await call("POST", "admin/close-ticket", body, await asAdmin());
    return ticket;
  }

  /** Booked at the center, assigned, and closed by an admin. */
  async function closed(who: Partial<Who> = {}): Promise<Ticket> {
    const ticket = await bookAtCenter(who);
    await assign(ticket);
    return closeAsAdmin(ticket);
  }

  let technicianId: Promise<string> | undefined;
  /** Codes for one phone are limited: where the center itself is not needed, its second technician signs in instead. */
  async function askTechnician() {
    const { phone } = (await center()).technicians[1]!;
    const mobile = { country_code: "+91", mobile_number: phone };
    await call("POST", "technicianApp/sent-otp", mobile);
    const otp = await code(phone);
    type SignedIn = { technicianDetails: { _id: string } };
    const { data } = await call<SignedIn>("POST", "technicianApp/login-with-otp", { ...mobile, otp });
    return data.technicianDetails._id;
  }
  const itsTechnician = () => (technicianId ??= askTechnician());

  /** Booked by the center's code; the admin assigns its technician. */
  async function assignedByAdmin(): Promise<Ticket> {
    const ticket = await bookByCode();
    const body = { ticket_obj_id: ticket._id, technician_obj_id: await itsTechnician() };
    await call("POST", "admin/assigning-ticket-technician", body, await asAdmin());
    return ticket;
  }

  /** The same, and closed by the admin. */
  const closedByAdmin = async () => closeAsAdmin(await assignedByAdmin());

  /** An admin reviews the punch of a request. */
  async function punch(ticket: Ticket, ticket_status: "VERIFIED" | "ON_HOLD" | "REJECT") {
    const review = { ticket_obj_id: ticket._id, ticket_status, punch_serialnumber: `SN ${ticket.ticket_id}` };
    await call("POST", "admin/update-punch-ticket", { ...review, admin_remarks: "Seen" }, await asAdmin());
  }

  const cancel = async (ticket: { _id: string }) =>
    call("PUT", `admin/cancelTickets/${ticket._id}`, { reason: "Asked for twice" }, await asAdmin());

  const feedbackPath = (ticket: Ticket) => newestMatch(ticket.phone, /(\/feedback\/[\w-]+)/);

  return {
    center,
    code,
    codesSoFar,
    longAfterCode,
    book,
    bookByCode,
    bookAtCenter,
    pay,
    accept,
    propose,
    assign,
    onTheWay,
    picture,
    close,
    closed,
    notVisited,
    unvisited,
    assignedByAdmin,
    closedByAdmin,
    punch,
    cancel,
    feedbackPath,
  };
}

export type Steps = ReturnType<typeof stepsAt>;

/** A PNG of two colours, 320 × 240, as a stand-in for a photo. */
export function aPicture(width = 320, height = 240): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const pipe = Math.abs(y - 120 - 40 * Math.sin(x / 50)) < 22;
      rows.set(pipe ? [176, 122, 70] : [196, 214, 210], y * (width * 3 + 1) + 1 + x * 3);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new Uint8Array(
    Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]),
  );
}

function chunk(name: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
