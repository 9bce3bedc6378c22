/** A center that hands an accepted job back. */
export const handBack = {
  "handBack.started": "The work has begun, so this request cannot be handed back",
  "handBack.notAccepted": "Only a request you accepted can be handed back, before the visit",
  "handBack.notFree": "It is not free any more: it would be counted in your history",
  "handBack.notFreeLead":
    "It is not free any more: the {amount} you paid for the lead would be kept, and it would be counted in your history",
  "handBack.reason": "Why",
  "handBack.reason.too_far": "The place is too far away",
  "handBack.reason.no_technician": "No technician is free",
  "handBack.reason.no_parts": "The parts are missing",
  "handBack.reason.customer_unreachable": "The customer cannot be reached",
  "handBack.reason.other_work": "It is other work than the request says",
  "handBack.lead":
    "The request goes to the other centers at once. You are not offered it again, and you see the customer's name, phone and address no more.",
  "handBack.free": "This is free until {time}: {left} of {most} free hand-backs in {days} days are left.",
  "handBack.freeLead": "{amount} for the lead go back to your wallet.",
  "handBack.late": "{minutes} minutes after accepting it is not free any more: it is counted in your history.",
  "handBack.used": "You have used your {most} free hand-backs of {days} days: this one is counted in your history.",
  "handBack.keptLead": "The {amount} you paid for the lead is kept.",
  "handBack.forCenter.lead":
    "In the center's name: the request goes to the other centers at once. The center is not offered it again, and sees the customer's name, phone and address no more.",
  "handBack.forCenter.counted": "It is not free any more: it is counted in the center's history.",
  "handBack.forCenter.leadBack": "{amount} for the lead go back to the center's wallet.",
  "handBack.forCenter.leadFee": "The {amount} the center paid for the lead is kept.",
  "handBack.submit": "Hand back",
  "handBack.done": "The request was handed back.",
  "handBack.leadReturned": "The request was handed back. {amount} for the lead are in your wallet again.",
  "handBack.leadNotReturned": "The request was handed back. The {amount} you paid for the lead was kept.",
} as const;
