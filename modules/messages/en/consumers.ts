/** Customers at the operators' desk. */
export const consumers = {
  "consumers.title": "Consumers",
  "consumers.avatar": "Avatar",
  "consumers.registered": "Registered Date",
  "consumers.name": "Name",
  "consumers.email": "Email",
  "consumers.given": "Referral Given Count",
  "consumers.received": "Referral From",
  "consumers.from": "Registered From",
  "consumers.address": "Address",
  "consumers.referred": "Yes",
  "consumers.notReferred": "No One",
  "consumers.app": "App",
  "consumers.web": "Web",
  "consumers.search": "Name or mobile number",
  "consumers.none": "No consumers yet. Who books with a verified mobile number appears here.",
} as const;
