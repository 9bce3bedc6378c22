/** The console's search. */
export const find = {
  "find.hint": "Request number, name, phone, pincode, center, technician or page",
  "find.more": "More",
  "find.all": "All requests found for “{text}”",
  "find.among": "Search {what}",
  "find.typeOn": "More match: type on",
  "find.count": "{n} found",
} as const;
