/** "Still needed?": the question to a customer, and its answer. */
export const stillNeeded = {
  "stillNeeded.noQuestion": "There is no question about this request",
  "stillNeeded.answered": "You have answered already, so this cannot be changed any more",
  "stillNeeded.over": "This question is settled: the request has changed since it was asked",
  "stillNeeded.expired": "The time to answer is over, but you can book again",
  "stillNeeded.expiredWaiting": "The time to answer is over. Your request is still open",
  "tracking.stillNeeded": "Do you still need help?",
  "tracking.stillNeeded.answer": "Answer",
  "tracking.stillNeeded.not_visited":
    "The service center could not come. If you still need it, we look for another one for you.",
  "tracking.stillNeeded.waiting":
    "No service center has taken your request yet. If you still need it, we keep looking.",
  "tracking.stillNeeded.yes": "Yes, I still need it",
  "tracking.stillNeeded.no": "No, not any more",
  "tracking.stillNeeded.not_visited.yes":
    "You get a new request without a booking fee. Other service centers are asked at once.",
  "tracking.stillNeeded.not_visited.no": "Your request stays closed. This cannot be changed later.",
  "tracking.stillNeeded.waiting.yes": "Your request stays open.",
  "tracking.stillNeeded.waiting.no": "Your request is cancelled, and a fee you paid goes back to you.",
  "tracking.stillNeeded.until": "You can answer until {time}.",
  "tracking.stillNeeded.not_visited.was.yes":
    "You told us that you still need it, so we made a new request without a booking fee:",
  "tracking.stillNeeded.not_visited.was.no": "You told us that you do not need it any more.",
  "tracking.stillNeeded.not_visited.was.expired":
    "We asked whether you still need it. The time to answer is over, but you can book again.",
  "tracking.stillNeeded.waiting.was.yes": "You told us that you still need it. We keep looking.",
  "tracking.stillNeeded.waiting.was.no": "You told us that you do not need it any more.",
  "tracking.stillNeeded.waiting.was.expired":
    "We asked whether you still need it and have no answer. Your request is still open.",
  "tracking.stillNeeded.late":
    "The time to answer is over, but you can book again here: what you wrote is filled in already.",
  "tracking.stillNeeded.done.new": "We are looking for another service center. There is no booking fee.",
  "tracking.stillNeeded.done.unserved":
    "Your new request is noted, but no other service center works there at the moment.",
  "tracking.stillNeeded.done.yes": "Thank you. We keep looking.",
  "tracking.stillNeeded.done.no": "Thank you for telling us.",
} as const;
