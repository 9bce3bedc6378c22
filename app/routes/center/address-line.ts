import type { TicketLine } from "#modules/tickets/index.ts";

/** An address on one line; parts that may not be seen are left out. */
export const addressLine = ({
  address,
  pickLocation,
  dropLocation,
}: Pick<TicketLine, "address" | "pickLocation" | "dropLocation">) =>
  pickLocation || dropLocation
    ? [pickLocation, dropLocation].filter(Boolean).join(" → ")
    : [address.houseNumber, address.locality, address.city, address.state, address.pincode].filter(Boolean).join(", ");
