export const centerTerm = {
  "center.term.disabled":
    "While your center is disabled, it receives no requests with a subscription either. Please talk to us before you buy one.",
  "center.term.buy": "Buy a subscription",
  "center.offers.over": "No new requests arrive",
  "center.offers.overHint": "They stopped on {date}. They begin again when you have a subscription.",
  "center.offers.overDisabled": "They stopped on {date}, and your center is disabled.",
} as const;
