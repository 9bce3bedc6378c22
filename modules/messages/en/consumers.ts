/** Customers at the operators' desk. */
export const consumers = {
  "consumers.title": "Consumers",
  "consumers.avatar": "Avatar",
  "consumers.registered": "Registered Date",
  "consumers.given": "Referral Given Count",
  "consumers.received": "Referral From",
  "consumers.from": "Registered From",
  "consumers.notReferred": "No One",
  "consumers.app": "App",
  "consumers.web": "Web",
  "consumers.search": "Name or mobile number",
  "consumers.none": "No consumers yet. Who books with a verified mobile number appears here.",
  "consumers.notFound": "Consumer not found",
  "consumers.nowhere":
    "No customer, request, ride or file has this number. If it appears in the text of other people's requests, choose that, too (`--words` in the shell).",
  "consumers.alsoIn": "Look further",
  "consumers.alsoIn.words": "It appears only in the text of other people's requests or remarks",
  "consumers.alsoIn.hint": "The person is entered by the number; the erasure empties those texts within 24 hours.",
  "consumers.partnerOnly":
    "No customer has this number: it is that of a center, technician, onboarder, client or admin, who are not erased here.",
  "consumers.byPhone": "By mobile number",
  "consumers.byPhoneTitle": "Open a person by mobile number",
  "consumers.byPhoneLead":
    "Finds whoever has the number, also where only requests of clients, centers and operators, rides or uploaded files name it. Whoever is not listed yet is entered.",
  "consumers.byPhoneAct": "Open",
  "consumers.byPhoneFailed": "The person was not opened",
  "consumers.inTheWay": "A request of this consumer is open, or money is not settled: finish that first.",
} as const;
