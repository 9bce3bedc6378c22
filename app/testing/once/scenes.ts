import { otpRequested } from "#modules/access/index.ts";
import { askToBecomeOnboarder } from "#modules/centers/index.ts";
import { unseal } from "#modules/kernel/crypto.server.ts";
import { transaction } from "#modules/kernel/db/db.server.ts";
import { fromRupees } from "#modules/kernel/money.ts";
import { within } from "#modules/kernel/work/events.ts";
import {
  aBroadcastTicket,
  aCenter,
  aDriver,
  anAcceptedTicket,
  anAddress,
  aPhone,
  aPincode,
  aProof,
  aService,
  asCenter,
  asVisitor,
  aTechnician,
  aTicket,
  aVehicle,
  qrOf,
} from "#modules/testing/factories.ts";
import type { openTill } from "#modules/testing/payments.ts";
import { aClosedJob, aDoneJob, aJob, notVisited, paid, startCodeOf } from "#modules/testing/work.ts";
import { acceptPaid, bookRide, bookTicket, ticketClosed } from "#modules/tickets/index.ts";
import { BookTicket, PickDropBooking } from "#modules/tickets/shared.ts";
import { joiningBonus } from "#modules/wallet/index.ts";
import { actScenes } from "./act-scenes.ts";
import { catalogScenes } from "./catalog-scenes.ts";
import { centerDeskScenes } from "./center-desk-scenes.ts";
import { notificationScenes } from "./notification-scenes.ts";
import { partnerScenes } from "./partner-scenes.ts";
import { peopleScenes } from "./people-scenes.ts";
import { atCenter, atDesk, mobile, picture, type Scene, scene } from "./scene.ts";
import { visitScenes } from "./visit-scenes.ts";

type Till = ReturnType<typeof openTill>;
type Make = (till: Till, call: string) => Promise<Scene>;

const soon = { time_preference: { time_preference_type: "IMMEDIATELY" } };
const other = { time_preference: { time_preference_type: "WITHIN_24_HOURS" } };

async function aMarket(service: Parameters<typeof aService>[0] = {}) {
  const offered = await aService(service);
  const pincode = aPincode();
  return { service: offered, pincode, center: await aCenter({ services: [offered], pincodes: [pincode] }) };
}
type Market = Awaited<ReturnType<typeof aMarket>>;

const bookingInput = ({ service, pincode }: Market, phone: string) => ({
  service_provided_for: service.id,
  specific_requirement: "No cooling",
  personal_details: { name: "Sita Devi", primary_phone: mobile(phone) },
  address_details: { house_number: "12", locality: "MG Road", city: "Bengaluru", state: "Karnataka", pincode },
  offers_applied: { offer_code: "GHARSEVA2025" },
  ...soon,
});

const booking =
  (more: (market: Market) => Promise<object> = async () => ({})): Make =>
  async (_till, call) => {
    const market = await aMarket();
    const phone = aPhone();
    const body = { ...bookingInput(market, phone), ...(await more(market)), proof: await aProof({ phone }) };
    const { sent, changed, stranger } = scene(call, { body, changed: { specific_requirement: "Too loud" } });
    return { sent, changed, stranger: { ...stranger, body: { ...body, proof: undefined } } };
  };

const pickDrop: Make = async (_till, call) => {
  const market = await aMarket({ pickDrop: true });
  const phone = aPhone();
  const body = {
    service_provided_for: market.service.id,
    personal_details: { primary_phone: mobile(phone) },
    vehicleId: (await aVehicle()).id,
    pickupAddress: { pincode: market.pincode, pick_location: "Station" },
    dropAddress: { drop_location: "Market" },
    customer_offer_price: 50,
    ...soon,
    proof: await aProof({ phone }),
  };
  const { sent, changed, stranger } = scene(call, { body, changed: { customer_offer_price: 60 } });
  return { sent, changed, stranger: { ...stranger, body: { ...body, proof: undefined } } };
};

/** A booking whose fee was paid at the provider, before we were notified. */
async function paidBooking(till: Till, asPickDrop = false) {
  const { service, pincode } = await aMarket({ pickDrop: asPickDrop });
  const phone = aPhone();
  const at = { serviceId: service.id, pincode, phone, name: "Sita Devi", timePreference: { type: "IMMEDIATELY" } };
  const input = asPickDrop
    ? PickDropBooking.parse({
        ...at,
        pickLocation: "Station",
        dropLocation: "Market",
        vehicleId: (await aVehicle()).id,
        customerOfferPrice: 50,
      })
    : BookTicket.parse({
        ...at,
        houseNumber: "12",
        city: "Bengaluru",
        state: "Karnataka",
        offerCode: "GHARSEVA2025",
      });
  const { ticket, payment } = await bookTicket(asVisitor(), { ...input, proof: await aProof({ phone }) });
  return { ticket, callback: (await till.checkout(payment!.order_id))! };
}

const capture =
  (asPickDrop: boolean): Make =>
  async (till, call) => {
    const { ticket } = await paidBooking(till, asPickDrop);
    const another = await aTicket();
    return scene(call, { body: { ticket_obj_id: ticket.publicId }, changed: { ticket_obj_id: another.publicId } });
  };

/** A ride at a driver's vehicle; the passenger proves nothing. */
const ride =
  (mode_of_payment: "cash" | "online"): Make =>
  async (_till, call) => {
    const body = {
      personal_details: { name: "Sita Devi", phone: { country_code: "91", mobile_number: aPhone() } },
      pick_location: "Station",
      drop_location: "Market",
      pincode: aPincode(),
      city: "Pune",
      state: "Maharashtra",
      ticket_price: 10,
      mode_of_payment,
      center_obj_id: (await aDriver()).id,
    };
    return scene(call, { body, changed: { ticket_price: 20 } });
  };

const anOnlineRide = async () =>
  bookRide(asVisitor(), {
    name: "Sita Devi",
    phone: aPhone(),
    pincode: aPincode(),
    pickLocation: "Station",
    dropLocation: "Market",
    amount: 20,
    modeOfPayment: "online",
    centerId: (await aDriver()).id,
  });

/** The sent codes by phone. */
const otpCodes = new Map<string, string>();
within(otpRequested, async ({ sealed }) => {
  const { phone, code } = JSON.parse(unseal(sealed)) as { phone: string; code: string };
  otpCodes.set(phone, code);
});

const rich = (center: { id: string }) =>
  transaction(() => joiningBonus({ centerId: center.id, amountPaise: fromRupees(500) }));

const offer =
  (isPaid: boolean, before: (center: { id: string }) => Promise<unknown> = async () => {}): Make =>
  async (_till, call) => {
    const center = await aCenter();
    await before(center);
    const { broadcasts } = await aBroadcastTicket([center, await aCenter()], { paid: isPaid });
    const { broadcasts: others } = await aBroadcastTicket([center], { paid: isPaid });
    const body = { broadcast_obj_id: broadcasts[0]!.id };
    return scene(call, { body, changed: { broadcast_obj_id: others[0]!.id } }, await atCenter(center));
  };

const leadPaid: Make = async (till, call) => {
  const center = await aCenter();
  const { broadcasts } = await aBroadcastTicket([center, await aCenter()], { paid: true });
  const accepted = await acceptPaid(asCenter(center), { broadcastId: broadcasts[0]!.id });
  if (accepted.accepted) throw new Error("accepted without a payment");
  const body = (await till.checkout(accepted.payment.id))!;
  return scene(call, { body, changed: { razorpay_signature: "0".repeat(64) } }, await atCenter(center));
};

const adminClose: Make = async (_till, call) => {
  const { ticket } = await aJob();
  const body = { ticket_obj_id: ticket.publicId, amount: 500 };
  return scene(call, { body, changed: { amount: 600 } }, await atDesk());
};

/** An unassigned request and a center it was not offered to yet. */
const unasked: Make = async (_till, call) => {
  const { service, pincode } = await aMarket();
  const { publicId } = await aTicket({ serviceId: service.id, pincode });
  const body = { ticket_obj_id: publicId };
  return scene(call, { body, changed: { ticket_obj_id: (await aTicket()).publicId } }, await atDesk());
};

const assignment =
  (already: boolean): Make =>
  async (_till, call) => {
    const center = await aCenter();
    const { publicId } = already ? (await aJob({}, center)).ticket : await anAcceptedTicket(center);
    const one = await aTechnician({ center });
    const two = await aTechnician({ center });
    const body = { ticket_obj_id: publicId, technician_obj_id: one.id };
    return scene(call, { body, changed: { technician_obj_id: two.id } }, await atCenter(center));
  };

const again: Make = async (_till, call) => {
  const { ticket } = await aClosedJob();
  const body = { ticket_obj_id: ticket.publicId, ...soon, proof: await aProof({ phone: ticket.phone }) };
  const named = call.replace("{id}", ticket.publicId);
  const { sent, changed, stranger } = scene(named, { body, changed: other });
  return { sent, changed, stranger: { ...stranger, body: { ...body, proof: undefined } } };
};

/** The tokens of the links in customers' messages. */
const feedbackTokens = new Map<string, string>();
within(ticketClosed, async ({ ticketId, feedbackTokenSealed }) => {
  feedbackTokens.set(ticketId, unseal(feedbackTokenSealed));
});

/** Every call of the API that honours a key, ready to be sent; after ` · ` a variant. */
export const scenes: Record<string, Make> = {
  "POST consumerAppAppRoute/register-consumer-by-web": async (_till, call) => {
    const phone = aPhone();
    const body = { name: "Sita Devi", "personal_details.phone": phone, proof: await aProof({ phone }) };
    const { sent, changed, stranger } = scene(call, { body, changed: { name: "Gita Devi" } });
    return { sent, changed, stranger: { ...stranger, body: { ...body, proof: undefined } } };
  },
  "POST center/public-ticket-booking": booking(),
  "POST center/public-ticket-booking-withINA": booking(async ({ center }) => ({ qr_id: (await qrOf(center)).qrId })),
  "POST center/public-ticket-booking · nobody serves there": booking(async ({ service }) => ({
    service_provided_for: service.id,
    address_details: { house_number: "12", city: "Bengaluru", state: "Karnataka", pincode: aPincode() },
  })),
  "POST center/public-ticket-booking-withINA-pickdrop": pickDrop,
  "POST technicianApp/ticket-createfor-erikshaw": ride("cash"),
  "POST technicianApp/ticket-createfor-erikshaw · paid online": ride("online"),
  "POST payment/capture-payment-broadcastTicket": capture(false),
  "POST payment/capture-razorpay-payment": capture(true),
  "POST payment/capture-razorpay-payment · a ride's fare": async (till, call) => {
    const paid = await anOnlineRide();
    const another = await anOnlineRide();
    await till.pay(paid.payment!.order_id);
    const body = { ticket_obj_id: paid.ride.publicId };
    return scene(call, { body, changed: { ticket_obj_id: another.ride.publicId } });
  },
  "POST center/accept-public-ticket-after-payment": async (till, call) => {
    const { callback } = await paidBooking(till);
    return scene(call, { body: callback, changed: { razorpay_signature: "0".repeat(64) } });
  },
  "POST center/create-ticket": async (_till, call) => {
    const market = await aMarket();
    const body = bookingInput(market, aPhone());
    return scene(call, { body, changed: other }, await atCenter(market.center));
  },
  "POST center/close-ticket": async (_till, call) => {
    const { center, ticket, code } = await aDoneJob();
    const remarks = { close_ticket_remarks: paid };
    const body = { ticket_obj_id: ticket.publicId, amount: 1500, payment_type: "Cash", code, remarks };
    return scene(call, { body, changed: { amount: 1600 } }, await atCenter(center));
  },
  "POST center/close-ticket · nobody was there": async (_till, call) => {
    const { center, ticket } = await aJob();
    const remarks = { close_ticket_remarks: notVisited };
    const body = { ticket_obj_id: ticket.publicId, amount: 0, payment_type: "Cash", remarks };
    return scene(call, { body, changed: { take_time: "1 hour" } }, await atCenter(center));
  },
  "POST center/assigning-ticket-technician": assignment(false),
  "POST center/change-ticket-technician": assignment(true),
  "POST center/add-remarks-ticket": async (_till, call) => {
    const center = await aCenter();
    const { publicId } = await anAcceptedTicket(center);
    const body = { ticket_obj_id: publicId, remarks: "Ordered the part" };
    return scene(call, { body, changed: { remarks: "The part is here" } }, await atCenter(center));
  },
  "DELETE center/deleteTickets/{ticketId}": async (_till, call) => {
    const center = await aCenter();
    const { publicId } = await aTicket({ createdBy: "CENTER", createdByCenterId: center.id, centerId: center.id });
    return scene(call.replace("{ticketId}", publicId), {}, await atCenter(center));
  },
  "POST center/accepted-broadcast-request · by wallet": offer(true, rich),
  "POST center/accepted-broadcast-request": offer(true),
  "POST center/accepted-broadcast-request-unpaid-ticket": offer(false),
  "POST center/accept-ticket-after-payment": leadPaid,
  "POST center/reject-broadCast-technician": offer(false),
  "POST technicianApp/ticket-broadcast": unasked,
  "POST technicianApp/on-the-way/{ticket}": async (_till, call) => {
    const { center, ticket } = await aJob();
    return scene(call.replace("{ticket}", ticket.publicId), {}, await atCenter(center));
  },
  "POST center/tickets/{id}/technician-link": async (_till, call) => {
    const { center, ticket } = await aJob();
    return scene(call.replace("{id}", ticket.publicId), {}, await atCenter(center));
  },
  "POST technicianApp/start-visit/{ticket}": async (_till, call) => {
    const { center, ticket } = await aJob();
    const body = { start_code: await startCodeOf(ticket) };
    return scene(
      call.replace("{ticket}", ticket.publicId),
      { body, changed: { start_code: "0000" } },
      await atCenter(center),
    );
  },
  "POST admin/confirm-start/{ticket}": async (_till, call) => {
    const { ticket } = await aJob();
    return scene(call.replace("{ticket}", ticket.publicId), {}, await atDesk());
  },
  "POST technicianApp/upload-ticket-onsite-picture/{ticket}": async (_till, call) => {
    const { center, ticket } = await aJob();
    const file = await picture("OnsitePicture", "teal");
    const another = await picture("OnsitePicture", "red");
    return scene(call.replace("{ticket}", ticket.publicId), { file, other: another }, await atCenter(center));
  },
  "POST common/upload-image/{type}": async (_till, call) => {
    const file = await picture("aadhar", "teal");
    const another = await picture("aadhar", "red");
    const center = await aCenter();
    return scene(call.replace("{type}", "TECHNICIAN_PAN_CARD"), { file, other: another }, await atCenter(center));
  },
  "POST admin/assigning-ticket-technician": async (_till, call) => {
    const { publicId } = await aTicket();
    const center = await aCenter();
    const one = await aTechnician({ center });
    const two = await aTechnician({ center });
    const body = { ticket_obj_id: publicId, technician_obj_id: one.id };
    return scene(call, { body, changed: { technician_obj_id: two.id } }, await atDesk());
  },
  "POST admin/send-refund-in-wallet-technician": async (_till, call) => {
    const center = await aCenter();
    const { publicId } = await anAcceptedTicket(center);
    const refundFields = {
      ticket_obj_id: publicId,
      center_obj_id: center.id,
      refundType: "Penalty",
      refundRemarks: "Late",
    };
    const body = { ...refundFields, refundAmount: 100 };
    return scene(call, { body, changed: { refundAmount: 101 } }, await atDesk());
  },
  "POST admin/add_wallet_balance_by_admin": async (_till, call) => {
    const technician = await aTechnician({ center: await aCenter() });
    const rechargeFields = { userType: "Technician", technician_id: technician.technicianId, remarks: "Paid in cash" };
    const body = { ...rechargeFields, paymentCategory: "Wallet Added", balance: 100, bonus: 10 };
    return scene(call, { body, changed: { balance: 101 } }, await atDesk());
  },
  "POST admin/admin-broadcast": unasked,
  "POST admin/close-ticket": adminClose,
  "POST admin/close-ticket-by-admin": adminClose,
  ...actScenes,
  ...visitScenes,
  ...catalogScenes,
  ...notificationScenes,
  ...centerDeskScenes,
  ...partnerScenes,
  ...peopleScenes,
  "PUT admin/cancelTickets/{ticketId}": async (_till, call) => {
    const { ticket } = await aBroadcastTicket([await aCenter()]);
    const body = { reason: "by phone" };
    return scene(call.replace("{ticketId}", ticket.publicId), { body, changed: { reason: "twice" } }, await atDesk());
  },
  "PUT technicianApp/setStatusRating/{ticketId}": async (_till, call) => {
    const { ticket } = await aClosedJob();
    const body = { rating: 5, proof: await aProof({ phone: ticket.phone }) };
    const named = call.replace("{ticketId}", ticket.publicId);
    const { sent, changed, stranger } = scene(named, { body, changed: { rating: 1 } });
    return { sent, changed, stranger: { ...stranger, body: { rating: 5 } } };
  },
  "PUT center/tickets/{id}/revisit": again,
  "PUT center/api/tickets/rebook": again,
  "POST centerOnboarding/register-onboarder": async (_till, call) => {
    const phone = aPhone();
    const details = { name: "Sunil Verma", phone, primaryServiceId: (await aService()).id };
    const { uniqueId } = await askToBecomeOnboarder({
      details: { ...details, allowedStates: ["Karnataka"], allowedCities: ["Mysuru"] },
      address: anAddress(),
    });
    return scene(call, { body: { uniqueId, otp: otpCodes.get(phone) }, changed: { otp: "111111" } });
  },
  "POST common/submit-feedback": async (_till, call) => {
    const token = feedbackTokens.get((await aClosedJob()).ticket.id);
    const answers = (...scores: number[]) => scores.map((answer) => ({ answer }));
    const body = { token, feedBackResponse: answers(9, 8, 9, 7, 10) };
    return scene(call, { body, changed: { feedBackResponse: answers(1, 1, 1, 1, 1) } });
  },
};
