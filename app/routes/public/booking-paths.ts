type RideLink = { publicId: string; qrId?: string | null | undefined };

/** Where a browser is led to see a ride and what became of its fare; the ride's id is in the query, whatever its code. */
export function pathOfRide(state: "paid" | "pending" | "failed" | "closed", { publicId, qrId }: RideLink) {
  const payment = state === "paid" ? "" : `&payment=${state}`;
  return `/bookingPickDrop/${encodeURIComponent(qrId ?? "-")}?ride=${publicId}${payment}`;
}

/** Where a browser is led when it is known, or not yet, what became of the payment of a ticket (its public id). */
export function pathOfPayment(state: "paid" | "pending" | "failed", ticketId: string) {
  if (state === "failed") return `/booking?step=pay&ticket=${ticketId}&payment=failed`;
  return `/booking?step=done&ticket=${ticketId}${state === "pending" ? "&payment=pending" : ""}`;
}
