import { readFileSync } from "node:fs";
import { z } from "zod";
import { env } from "#modules/kernel/env.server.ts";
import { isEmulated } from "#modules/kernel/outside/provider-call.server.ts";
import { withFixedWords } from "./templates.ts";

/** A text as registered with the telecom operators (DLT): sender, principal entity, id and exact wording. */
const RegisteredSms = z.object({
  /** The product's name of the text: `otp.en`. */
  name: z.string(),
  /** Six letters. */
  header: z.string(),
  /** The principal entity, 19 digits. */
  entityId: z.string(),
  /** 19 digits. */
  templateId: z.string(),
  /** With `{#numeric#}` tags. */
  text: z.string(),
});
export type RegisteredSms = z.output<typeof RegisteredSms>;

const row = (name: string, templateId: string, text: string): RegisteredSms => ({
  name,
  header: "GHRSVA",
  entityId: "1101160000000000001",
  templateId,
  text,
});

/*
 * The sandbox's register. It repeats every text on purpose: a changed message is undeliverable until the register is
 * changed too, and the product refuses to start before. A real installation's register is the file named by
 * DLT_REGISTER.
 */
const ofSandbox: RegisteredSms[] = [
  row(
    "otp.en",
    "1107160000000000001",
    "{#numeric#} is your [brand] OTP. It is valid for 5 minutes. Do not share it with anyone.\n@[host] #{#numeric#}",
  ),
  row("otp.hi", "1107160000000000002", "[brand] का OTP {#numeric#} है। 5 मिनट तक मान्य।\n@[host] #{#numeric#}"),
  row(
    "passwordChanged.en",
    "1107160000000000003",
    "The password of your [brand] account was changed just now. If it was not you, tell your administrator at once. -[brand]",
  ),
  row("passwordChanged.hi", "1107160000000000004", "[brand]: आपका पासवर्ड बदला गया। आपने नहीं बदला तो तुरंत एडमिन को बताएँ।"),
  row(
    "otpPlain.en",
    "1107160000000000005",
    "{#numeric#} is your [brand] OTP. It is valid for 5 minutes. Do not share it with anyone.",
  ),
  row("otpPlain.hi", "1107160000000000006", "[brand] का OTP {#numeric#} है। 5 मिनट तक मान्य। किसी को न बताएँ।"),
  row(
    "bookingConfirmed.en",
    "1107160000000000007",
    "Your [brand] request {#alphanumeric#} is registered. Track it here: {#url#} -[brand]",
  ),
  row(
    "bookingConfirmed.hi",
    "1107160000000000008",
    "आपका [brand] अनुरोध {#alphanumeric#} दर्ज हो गया है। यहाँ देखें: {#url#}",
  ),
  row(
    "requestUpdate.en",
    "1107160000000000009",
    "There is news about your [brand] request {#alphanumeric#}. See it here: {#url#} -[brand]",
  ),
  row("requestUpdate.hi", "1107160000000000010", "आपके [brand] अनुरोध {#alphanumeric#} में नया अपडेट है। यहाँ देखें: {#url#}"),
  row(
    "happyCodes.en",
    "1107160000000000011",
    "[brand]: when the work is done, give the technician happy code {#numeric#} if you are satisfied, or unhappy code {#numeric#} if you are not.",
  ),
  row(
    "happyCodes.hi",
    "1107160000000000012",
    "[brand]: काम पूरा होने पर तकनीशियन को, खुश हों तो हैप्पी कोड {#numeric#} दें, न हों तो अनहैप्पी कोड {#numeric#} दें।",
  ),
  row(
    "feedbackLink.en",
    "1107160000000000013",
    "Your [brand] request {#alphanumeric#} is closed. Please tell us how it went: {#url#} -[brand]",
  ),
  row("feedbackLink.hi", "1107160000000000014", "आपका [brand] अनुरोध {#alphanumeric#} पूरा हुआ। कृपया अपनी राय दें: {#url#}"),
  row(
    "centerNewRequest.en",
    "1107160000000000015",
    "New {#alphanumeric#} request in {#numeric#}. Open [brand] to accept it.",
  ),
  row(
    "centerNewRequest.hi",
    "1107160000000000016",
    "{#numeric#} में {#alphanumeric#} का नया अनुरोध। स्वीकार करने के लिए [brand] खोलें।",
  ),
  row(
    "refundDone.en",
    "1107160000000000017",
    "[brand] has refunded Rs {#numeric#} for request {#alphanumeric#}. It reaches your account in 5 to 7 working days.",
  ),
  row(
    "refundDone.hi",
    "1107160000000000018",
    "[brand] ने अनुरोध {#alphanumeric#} के {#numeric#} रुपये लौटा दिए हैं। 5 से 7 कार्य दिवस में खाते में आ जाएँगे।",
  ),
  row(
    "leadReturned.en",
    "1107160000000000019",
    "[brand]: Rs {#numeric#} that you paid for request {#alphanumeric#} are back in your wallet.",
  ),
  row(
    "leadReturned.hi",
    "1107160000000000020",
    "[brand]: अनुरोध {#alphanumeric#} के लिए दिए {#numeric#} रुपये आपके वॉलेट में लौट आए हैं।",
  ),
  row(
    "messagesLost.en",
    "1107160000000000021",
    "[brand]: {#numeric#} messages could not be sent and were given up. Please look at the message log.",
  ),
  row(
    "messagesLost.hi",
    "1107160000000000022",
    "[brand]: {#numeric#} संदेश नहीं भेजे जा सके और छोड़ दिए गए। कृपया संदेश सूची देखें।",
  ),
  row(
    "heldFees.en",
    "1107160000000000037",
    "[brand]: {#numeric#} booking fees have waited for a decision for two days. Please look at the wallet approvals.",
  ),
  row(
    "heldFees.hi",
    "1107160000000000038",
    "[brand]: {#numeric#} बुकिंग फ़ीस पर दो दिन से फ़ैसला बाकी है। कृपया वॉलेट अप्रूवल देखें।",
  ),
  row(
    "escalation.en",
    "1107160000000000023",
    "[brand]: no service center has accepted request {#alphanumeric#} for {#numeric#} minutes. Please look at it.",
  ),
  row(
    "escalation.hi",
    "1107160000000000024",
    "[brand]: अनुरोध {#alphanumeric#} को {#numeric#} मिनट से किसी सेंटर ने स्वीकार नहीं किया। कृपया देखें।",
  ),
  row(
    "penaltyTaken.en",
    "1107160000000000025",
    "[brand]: a penalty of Rs {#numeric#} was taken from your wallet: {#alphanumeric#}. You can object under Payments within 72 hours.",
  ),
  row(
    "penaltyTaken.hi",
    "1107160000000000026",
    "[brand]: आपके वॉलेट से {#numeric#} रुपये जुर्माना लिया गया: {#alphanumeric#}। 72 घंटे में भुगतान पेज पर आपत्ति कर सकते हैं।",
  ),
  row(
    "penaltyReturned.en",
    "1107160000000000027",
    "[brand]: your objection was accepted. The penalty of Rs {#numeric#} for request {#alphanumeric#} is back in your wallet.",
  ),
  row(
    "penaltyReturned.hi",
    "1107160000000000028",
    "[brand]: आपकी आपत्ति मान ली गई। अनुरोध {#alphanumeric#} के जुर्माने के {#numeric#} रुपये वॉलेट में लौट आए हैं।",
  ),
  row(
    "penaltyUpheld.en",
    "1107160000000000029",
    "[brand]: the penalty of Rs {#numeric#} for request {#alphanumeric#} stands after your objection. The reason is under Payments.",
  ),
  row(
    "penaltyUpheld.hi",
    "1107160000000000030",
    "[brand]: आपकी आपत्ति के बाद भी अनुरोध {#alphanumeric#} का {#numeric#} रुपये जुर्माना कायम है। कारण भुगतान पेज पर है।",
  ),
  row(
    "centerPapers.en",
    "1107160000000000031",
    "[brand]: a document you sent was not accepted. Sign in to see why and send it again.",
  ),
  row(
    "centerPapers.hi",
    "1107160000000000032",
    "[brand]: आपका भेजा दस्तावेज़ स्वीकार नहीं हुआ। कारण देखने और फिर भेजने के लिए लॉग इन करें।",
  ),
  row(
    "centerDisabled.en",
    "1107160000000000033",
    "[brand]: your center was disabled by the operators: {#alphanumeric#}. Sign in or call us to learn more.",
  ),
  row(
    "centerDisabled.hi",
    "1107160000000000034",
    "[brand]: आपका सेंटर बंद किया गया: {#alphanumeric#}। अधिक जानने के लिए लॉग इन करें या फ़ोन करें।",
  ),
  row(
    "feeUnpaid.en",
    "1107160000000000035",
    "The fee for your [brand] request {#alphanumeric#} is not paid yet. Go on here: {#url#} -[brand]",
  ),
  row("feeUnpaid.hi", "1107160000000000036", "आपके [brand] अनुरोध {#alphanumeric#} की फ़ीस बाकी है। आगे यहाँ: {#url#}"),
  row(
    "technicianOnTheWay.en",
    "1107160000000000041",
    "The technician for your [brand] request {#alphanumeric#} is on the way. Track it here: {#url#}",
  ),
  row(
    "technicianOnTheWay.hi",
    "1107160000000000042",
    "[brand] अनुरोध {#alphanumeric#}: तकनीशियन निकल चुके हैं। यहाँ देखें: {#url#}",
  ),
  row(
    "billReady.en",
    "1107160000000000100",
    "The bill for your [brand] request {#alphanumeric#} is ready. See it here: {#url#} -[brand]",
  ),
  row("billReady.hi", "1107160000000000101", "आपके [brand] अनुरोध {#alphanumeric#} का बिल तैयार है। यहाँ देखें: {#url#}"),
  row(
    "rideConfirmed.en",
    "1107160000000000102",
    "Your [brand] ride {#alphanumeric#} is registered. Track it here: {#url#} -[brand]",
  ),
  row("rideConfirmed.hi", "1107160000000000103", "आपकी [brand] सवारी {#alphanumeric#} दर्ज हो गई है। यहाँ देखें: {#url#}"),
  row(
    "rideOnTheWay.en",
    "1107160000000000104",
    "The driver for your [brand] ride {#alphanumeric#} is on the way. Track it here: {#url#} -[brand]",
  ),
  row("rideOnTheWay.hi", "1107160000000000105", "[brand] सवारी {#alphanumeric#}: ड्राइवर निकल चुके हैं। यहाँ देखें: {#url#}"),
  row(
    "rideCodes.en",
    "1107160000000000106",
    "[brand]: at the end of the ride, give the driver happy code {#numeric#} if you are satisfied, or unhappy code {#numeric#} if you are not.",
  ),
  row(
    "rideCodes.hi",
    "1107160000000000107",
    "[brand]: सवारी के बाद ड्राइवर को, खुश हों तो हैप्पी कोड {#numeric#} दें, न हों तो अनहैप्पी कोड {#numeric#} दें।",
  ),
  row(
    "rideFeedback.en",
    "1107160000000000108",
    "Your [brand] ride {#alphanumeric#} is over. Please tell us how it went: {#url#} -[brand]",
  ),
  row("rideFeedback.hi", "1107160000000000109", "आपकी [brand] सवारी {#alphanumeric#} पूरी हुई। कृपया अपनी राय दें: {#url#}"),
  row(
    "visitAssigned.en",
    "1107160000000000043",
    "[brand]: a visit is assigned to you: {#alphanumeric#}. Details: {#url#}",
  ),
  row("visitAssigned.hi", "1107160000000000044", "[brand]: आपको विज़िट मिली: {#alphanumeric#}। विवरण: {#url#}"),
  row(
    "visitChanged.en",
    "1107160000000000045",
    "[brand]: your visit has changed, it is now: {#alphanumeric#}. Details: {#url#}",
  ),
  row("visitChanged.hi", "1107160000000000046", "[brand]: आपकी विज़िट बदल गई, अब: {#alphanumeric#}। विवरण: {#url#}"),
  row(
    "visitWithdrawn.en",
    "1107160000000000047",
    "[brand]: please do not go, this visit is no longer yours: {#alphanumeric#}. Details: {#url#}",
  ),
  row(
    "visitWithdrawn.hi",
    "1107160000000000048",
    "[brand]: न जाएँ, यह विज़िट अब आपकी नहीं: {#alphanumeric#}। विवरण: {#url#}",
  ),
  row(
    "centerWaiting.en",
    "1107160000000000060",
    "[brand]: waiting requests that fit your center: {#numeric#}. Open [site]/brodcast-requests to accept them.",
  ),
  row(
    "centerWaiting.hi",
    "1107160000000000061",
    "[brand]: आपके सेंटर के लायक इंतज़ार में अनुरोध: {#numeric#}। स्वीकार करें: [site]/brodcast-requests",
  ),
  row(
    "unservedDemand.en",
    "1107160000000000062",
    "[brand]: requests of yesterday in your states without a center: {#numeric#}, most for {#alphanumeric#}. Sign in to add one.",
  ),
  row(
    "unservedDemand.hi",
    "1107160000000000063",
    "[brand]: कल आपके राज्यों में बिना सेंटर के अनुरोध: {#numeric#}, सबसे ज़्यादा {#alphanumeric#}। जोड़ने के लिए लॉग इन करें।",
  ),
  row(
    "centerTermEnds.en",
    "1107160000000000071",
    "[brand]: your trial or subscription ends on {#alphanumeric#}, then no new requests. Rs {#numeric#} to go on: [site]/payments",
  ),
  row(
    "centerTermEnds.hi",
    "1107160000000000072",
    "[brand]: ट्रायल/सदस्यता {#alphanumeric#} तक, फिर नए अनुरोध नहीं। आगे के लिए {#numeric#} रुपये: [site]/payments",
  ),
  row(
    "feeInBalance.en",
    "1107160000000000070",
    "[brand]: Rs {#numeric#} of your fee for request {#alphanumeric#} is in your balance. It pays first when you book again.",
  ),
  row(
    "feeInBalance.hi",
    "1107160000000000073",
    "[brand]: अनुरोध {#alphanumeric#} की फ़ीस के {#numeric#} रुपये आपके बैलेंस में हैं। अगली बुकिंग में पहले यही लगेंगे।",
  ),
  row(
    "balanceAdded.en",
    "1107160000000000074",
    "[brand]: Rs {#numeric#} was added to your balance: {#alphanumeric#}. It pays first when you book again.",
  ),
  row(
    "balanceAdded.hi",
    "1107160000000000075",
    "[brand]: आपके बैलेंस में {#numeric#} रुपये जोड़े गए: {#alphanumeric#}। अगली बुकिंग में पहले यही लगेंगे।",
  ),
  row(
    "balancePaidOut.en",
    "1107160000000000076",
    "[brand]: Rs {#numeric#} of your balance was paid to your bank account. The bank's reference ends in {#alphanumeric#}.",
  ),
  row(
    "balancePaidOut.hi",
    "1107160000000000077",
    "[brand]: आपके बैलेंस के {#numeric#} रुपये बैंक खाते में भेजे गए। बैंक के रेफ़रेंस के अंतिम अक्षर: {#alphanumeric#}।",
  ),
  row(
    "balanceWaived.en",
    "1107160000000000078",
    "[brand]: as you agreed, Rs {#numeric#} was taken off your balance. If you did not agree, please call us.",
  ),
  row(
    "balanceWaived.hi",
    "1107160000000000079",
    "[brand]: आपकी सहमति से आपके बैलेंस से {#numeric#} रुपये छोड़े गए। सहमति नहीं दी तो हमें फ़ोन करें।",
  ),
];

/** Returns the register in use; `problem` says why there is none. */
export function dltRegister(): { rows: RegisteredSms[]; problem?: string } {
  if (env.dltRegister) return readRegister(env.dltRegister);
  if (isEmulated(env.msg91BaseUrl))
    return { rows: ofSandbox.map((one) => ({ ...one, text: withFixedWords(one.text) })) };
  return { rows: [], problem: "DLT_REGISTER is missing: the file with the registered SMS texts" };
}

function readRegister(file: string): { rows: RegisteredSms[]; problem?: string } {
  try {
    return { rows: z.array(RegisteredSms).parse(JSON.parse(readFileSync(file, "utf8"))) };
  } catch {
    return {
      rows: [],
      problem: "DLT_REGISTER cannot be read: a JSON list of name, header, entityId, templateId, text",
    };
  }
}
