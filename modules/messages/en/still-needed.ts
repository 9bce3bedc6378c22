/** "Still needed?": the question to a customer, and its answer. */
export const stillNeeded = {
  "stillNeeded.notAsked": "There is no question about this request",
  "stillNeeded.answered": "You have answered already, so this cannot be changed any more",
  "stillNeeded.over": "This question is settled: the request has changed since it was asked",
  "stillNeeded.expired": "The time to answer is over",
} as const;
