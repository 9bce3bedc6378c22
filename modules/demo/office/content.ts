import { addBanner, addOffer } from "#modules/catalog/index.ts";
import { AddBanner, AddOffer } from "#modules/catalog/shared.ts";
import { day, fromNow, istDate } from "#modules/kernel/clock.ts";
import { createNotification, sendNotification } from "#modules/notifications/index.ts";
import { CreateNotification, SendNotification } from "#modules/notifications/shared.ts";
import { demoAdmin } from "./actors.ts";
import { street } from "./drawings.ts";
import { asOf, daysAgo } from "./past.ts";

/** Offers whose code is taken now, will be taken, and was taken; days from today, `feeOff` in rupees. */
const offers = [
  { title: "SUMMER20", description: "₹20 off the booking fee", from: -90, to: -30, feeOff: 20 },
  { title: "MONSOON50", description: "₹50 off the booking fee", from: -3, to: 27, feeOff: 50 },
  { title: "DIWALI", description: "दिवाली पर बुकिंग शुल्क नहीं", from: 20, to: 30, feeOff: 99 },
];

const notifications = [
  {
    title: "Monsoon check-up",
    description: "Leaks and damp walls: book a plumber before the heavy rain. With MONSOON50 you pay ₹50 less.",
    userType: "Consumer",
  },
  {
    title: "हर विज़िट पर फ़ोटो",
    description: "काम शुरू करने से पहले और पूरा होने के बाद जगह की एक फ़ोटो ज़रूर लें।",
    userType: "Technician",
  },
  {
    title: "Your yearly service is due",
    description: "It is a year since we looked after your two AC units.",
    userType: "Individual",
  },
];

/** Whom the notification for one person was sent to: a customer of the demo. */
const notified = "9000000221";

/** What operators published: offers, a banner, and notifications, of which one was sent. */
export async function seedContent() {
  const admin = await demoAdmin("superadmin");
  const inDays = (days: number) => istDate(fromNow(days * day));
  for (const { from, to, ...offer } of offers) {
    const days = { fromDate: inDays(from), toDate: inDays(to) };
    await asOf(fromNow(Math.min(from, -3) * day), () => addOffer(admin, AddOffer.parse({ ...offer, ...days })));
  }
  await asOf(daysAgo(3, "10:40"), async () => {
    const says = "A plumber, an electrician or an AC technician at your door today";
    await addBanner(admin, AddBanner.parse({ says }), await street());
  });
  for (const notification of notifications) {
    const created = await asOf(daysAgo(2, "11:05"), () =>
      createNotification(admin, CreateNotification.parse({ ...notification, active: "true" })),
    );
    if (created.userType !== "Individual") continue;
    const sending = SendNotification.parse({ notificationId: created.id, phone: notified, night: "now" });
    await asOf(daysAgo(1, "12:10"), () => sendNotification(admin, sending));
  }
}
