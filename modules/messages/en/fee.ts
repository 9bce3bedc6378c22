/** The terms of the booking fee, and the decisions about fees that are held. */
export const fee = {
  "fee.terms": "Booking fee terms",
  "fee.terms.lead": "We hold your booking fee until your request is over. Then one of these happens:",
  "fee.terms.returned": "It goes back to you in full when",
  "fee.returned.cancelled": "your request is cancelled before the work",
  "fee.returned.notVisited": "nobody came",
  "fee.returned.notProven": "nothing was done, and there is neither your code nor a picture of the visit",
  "fee.returned.noCenter": "no service center is left that can take your request",
  "fee.returned.notAccepted":
    "no service center accepts your request within {hours} hours, counted anew when one hands it back",
  "fee.returned.way": "It goes back the way you paid, by itself, and reaches your account in 5 to 7 working days.",
  "fee.terms.earned": "It stays with us when",
  "fee.earned.code": "you gave one of your two codes, whether you were satisfied or not",
  "fee.earned.picture": "a technician came and took a picture of the visit",
  "fee.terms.held":
    "When we close your request ourselves without your code, a person decides about the fee within days.",
  "fee.terms.link": "When the fee goes back",

  "heldFee.title": "Held booking fees",
  "heldFee.count": "{n} held booking fees",
  "heldFee.closed": "Closed",
  "heldFee.days": "Days held",
  "heldFee.remarks": "Closing remarks",
  "heldFee.closer": "Closed by",
  "heldFee.none": "No booking fee waits for a decision.",
  "heldFee.decided": "This fee has already been decided, or waits for no decision",
  "heldFee.ask": "The request was closed without the customer's code. Was somebody there?",
  "heldFee.verdict": "What becomes of the fee of {amount}",
  "heldFee.verdict.EARNED": "The visit took place: the fee is earned",
  "heldFee.verdict.RETURNED": "It did not: the fee goes back to the customer",
  "heldFee.done.EARNED": "The fee is earned.",
  "heldFee.done.RETURNED": "The fee goes back to the customer.",
} as const;
