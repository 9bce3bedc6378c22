import type { EnglishTemplate } from "../template-texts.ts";

/*
 * Every message the product sends, word for word as registered. `{name}` is a variable; `[brand]`, `[host]` and `[site]`
 * are fixed words of this installation and part of the registered text. An SMS has at most two variable places, so an OTP's
 * only variable is the code, which occurs twice for autofill (B7).
 */
export const templates = {
  otp: {
    sms: "{code} is your [brand] OTP. It is valid for 5 minutes. Do not share it with anyone.\n@[host] #{code}",
    registered: 1,
  },
  passwordChanged: {
    sms: "The password of your [brand] account was changed just now. If it was not you, tell your administrator at once. -[brand]",
    registered: 3,
  },
  // For hosts the provider does not allow: the same code without the autofill line.
  otpPlain: {
    sms: "{code} is your [brand] OTP. It is valid for 5 minutes. Do not share it with anyone.",
    registered: 5,
  },
  bookingConfirmed: {
    sms: "Your [brand] request {number} is registered. Track it here: {link} -[brand]",
    registered: 7,
    whatsapp: "Your [brand] request {number} is registered. Track it here: {link} We will keep you informed.",
    approved: true,
  },
  feeUnpaid: {
    sms: "The fee for your [brand] request {number} is not paid yet. Go on here: {link} -[brand]",
    registered: 35,
    approved: true,
  },
  requestUpdate: {
    sms: "There is news about your [brand] request {number}. See it here: {link} -[brand]",
    registered: 9,
    approved: true,
  },
  visitLate: {
    sms: "[brand]: nobody came for request {number}? Choose what happens now: {link}",
    registered: 182,
    approved: true,
  },
  timesProposed: {
    sms: "Other times for your [brand] request {number}. Choose one here: {link} -[brand]",
    registered: 160,
    approved: true,
  },
  timeChosen: {
    title: "A time was chosen",
    sms: "[brand]: the customer of request {number} chose a time that you proposed. See [site]/brodcast-requests",
    registered: 162,
    push: "[brand]: the customer of request {number} chose a time that you proposed.",
  },
  deskLoginProven: {
    title: "New desk login",
    sms: "[brand]: {name} now logs in at the desk of your center. If you did not add this person, end the login at [site]/center-logins",
    registered: 194,
    push: "[brand]: {name} now logs in at the desk of your center. If you did not add this person, end the login.",
  },
  deskLoginElsewhere: {
    title: "A desk login is over",
    sms: "[brand]: somebody you added to the desk of your center logs in at another center now. That login is over: [site]/center-logins",
    registered: 198,
    push: "[brand]: somebody you added to the desk of your center logs in at another center now. That login is over.",
  },
  deskLoginEnded: {
    title: "Desk login ended",
    sms: "[brand]: the login of {name} at the desk of your center has ended. See [site]/center-logins",
    registered: 196,
    push: "[brand]: the login of {name} at the desk of your center has ended.",
  },
  happyCodes: {
    sms: "[brand]: when the work is done, give the technician happy code {happy} if you are satisfied, or unhappy code {unhappy} if you are not.",
    registered: 11,
    whatsapp:
      "[brand]: when the work is done, give the technician happy code {happy} if you are satisfied, or unhappy code {unhappy} if you are not. Give no code before.",
    approved: true,
  },
  outcomeQuestion: {
    sms: "[brand] request {number}: did they come, and is it done? Answer here: {link}",
    registered: 190,
  },
  startCode: {
    sms: "[brand] request {number}: tell the technician your start code {code} when they are at your door, and nobody before.",
    registered: 170,
    whatsapp:
      "[brand] request {number}: tell the technician your start code {code} when they are at your door, and nobody before. It only says that they came.",
    approved: true,
  },
  technicianOnTheWay: {
    sms: "The technician for your [brand] request {number} is on the way. Track it here: {link}",
    registered: 41,
    whatsapp:
      "The technician for your [brand] request {number} is on the way. Track it here: {link} Please be reachable by phone.",
    approved: true,
  },
  technicianReached: {
    sms: "[brand] request {number}: the technician is at your door. Please open or call: {link}",
    registered: 192,
  },
  billReady: {
    sms: "The bill for your [brand] request {number} is ready. See it here: {link} -[brand]",
    registered: 100,
    whatsapp: "The bill for your [brand] request {number} is ready. See it here: {link} Thank you!",
    approved: true,
  },
  waitlistServed: {
    sms: "[brand]: a service center for {service} has come to your place. Book a visit here: {link}",
    registered: 150,
  },
  rideConfirmed: {
    sms: "Your [brand] ride {number} is registered. Track it here: {link} -[brand]",
    registered: 102,
    whatsapp: "Your [brand] ride {number} is registered. Track it here: {link} We will keep you informed.",
    approved: true,
  },
  rideOnTheWay: {
    sms: "The driver for your [brand] ride {number} is on the way. Track it here: {link} -[brand]",
    registered: 104,
    whatsapp:
      "The driver for your [brand] ride {number} is on the way. Track it here: {link} Please be reachable by phone.",
    approved: true,
  },
  rideCodes: {
    sms: "[brand]: at the end of the ride, give the driver happy code {happy} if you are satisfied, or unhappy code {unhappy} if you are not.",
    registered: 106,
  },
  rideFeedback: {
    sms: "Your [brand] ride {number} is over. Please tell us how it went: {link} -[brand]",
    registered: 108,
  },
  visitAssigned: {
    title: "New visit",
    sms: "[brand]: a visit is assigned to you: {visit}. Details: {link}",
    registered: 43,
  },
  visitChanged: {
    title: "Visit changed",
    sms: "[brand]: your visit has changed, it is now: {visit}. Details: {link}",
    registered: 45,
  },
  visitWithdrawn: {
    title: "Visit cancelled",
    sms: "[brand]: please do not go, this visit is no longer yours: {visit}. Details: {link}",
    registered: 47,
  },
  feedbackLink: {
    sms: "Your [brand] request {number} is closed. Please tell us how it went: {link} -[brand]",
    registered: 13,
    whatsapp: "Your [brand] request {number} is closed. Please tell us how it went: {link} Thank you!",
    approved: true,
  },
  centerNewRequest: {
    title: "New request",
    sms: "New {service} request in {pincode}. Open [brand] to accept it.",
    registered: 15,
    approved: true,
  },
  centerTimeChange: {
    title: "Another time",
    sms: "[brand]: the customer of request {number} wants another time. Please answer within the hour: [site]/tickets-center",
    registered: 164,
    push: "[brand]: the customer of request {number} wants another time. Please answer within the hour.",
  },
  centerUnstaffed: {
    title: "Nobody assigned",
    sms: "[brand]: the visit of request {number} begins in half an hour and has no technician. Assign one: [site]/day",
    registered: 180,
    push: "[brand]: the visit of request {number} begins in half an hour and has no technician.",
  },
  centerMissed: {
    title: "Nobody came",
    sms: "[brand]: nobody came, the customer of request {number} says. Please call now: [site]/tickets-center",
    registered: 166,
    push: "[brand]: nobody came, the customer of request {number} says. Please call now.",
  },
  centerWaiting: {
    title: "Waiting requests",
    sms: "[brand]: waiting requests that fit your center: {count}. Open [site]/brodcast-requests to accept them.",
    registered: 60,
    push: "[brand]: waiting requests that fit your center: {count}. Open New Tickets to accept them.",
  },
  unservedDemand: {
    sms: "[brand]: requests of yesterday in your states without a center: {count}, most for {place}. Sign in to add one.",
    registered: 62,
  },
  feeInBalance: {
    sms: "[brand]: Rs {rupees} of your fee for request {number} is in your balance. It pays first when you book again.",
    registered: 70,
    whatsapp:
      "[brand]: Rs {rupees} of your fee for request {number} is in your balance. It pays first when you book again with this number.",
    approved: true,
  },
  balanceAdded: {
    sms: "[brand]: Rs {rupees} was added to your balance: {reason}. It pays first when you book again.",
    registered: 74,
    whatsapp:
      "[brand]: Rs {rupees} was added to your balance: {reason}. It pays first when you book again with this number.",
    approved: true,
  },
  balancePaidOut: {
    sms: "[brand]: Rs {rupees} of your balance was paid to your bank account. The bank's reference ends in {reference}.",
    registered: 76,
    approved: true,
  },
  balanceWaived: {
    sms: "[brand]: as you agreed, Rs {rupees} was taken off your balance. If you did not agree, please call us.",
    registered: 78,
    approved: true,
  },
  refundDone: {
    sms: "[brand] has refunded Rs {rupees} for request {number}. It reaches your account in 5 to 7 working days.",
    registered: 17,
    approved: true,
  },
  leadReturned: {
    sms: "[brand]: Rs {rupees} that you paid for request {number} are back in your wallet.",
    registered: 19,
  },
  penaltyTaken: {
    sms: "[brand]: a penalty of Rs {rupees} was taken from your wallet: {reason}. You can object under Payments within 72 hours.",
    registered: 25,
  },
  penaltyReturned: {
    sms: "[brand]: your objection was accepted. The penalty of Rs {rupees} for request {number} is back in your wallet.",
    registered: 27,
  },
  penaltyUpheld: {
    sms: "[brand]: the penalty of Rs {rupees} for request {number} stands after your objection. The reason is under Payments.",
    registered: 29,
  },
  centerPapers: {
    title: "A document was not accepted",
    sms: "[brand]: a document you sent was not accepted. Sign in to see why and send it again.",
    registered: 31,
  },
  centerDisabled: {
    sms: "[brand]: your center was disabled by the operators: {reason}. Sign in or call us to learn more.",
    registered: 33,
  },
  walletCredited: {
    title: "Money in your wallet",
    push: "[brand]: Rs {rupees} were added to your wallet.",
  },
  centerTermEnds: {
    title: "Your trial or subscription",
    sms: "[brand]: your trial or subscription ends on {date}, then no new requests. Rs {rupees} to go on: [site]/payments",
    registered: 71,
    push: "[brand]: your trial or subscription ends on {date}, then no new requests. Rs {rupees} to go on.",
  },
  centerTermOver: {
    title: "Your trial or subscription",
    push: "[brand]: your trial or subscription has ended. You get no new requests until you have a subscription.",
  },
  messagesLost: {
    sms: "[brand]: {count} messages could not be sent and were given up. Please look at the message log.",
    registered: 21,
  },
  heldFees: {
    sms: "[brand]: {count} booking fees have waited for a decision for two days. Please look at the wallet approvals.",
    registered: 37,
  },
  visitUnstaffed: {
    sms: "[brand]: the visit of request {number} begins in half an hour and has no technician. Please look at it.",
    registered: 184,
  },
  escalation: {
    sms: "[brand]: no service center has accepted request {number} for {minutes} minutes. Please look at it.",
    registered: 23,
    approved: true,
  },
} as const satisfies Record<string, EnglishTemplate>;
