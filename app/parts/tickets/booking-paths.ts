type RideLink = { publicId: string; qrId?: string | null | undefined };

/** The page that shows a ride and the state of its fare; the ride's id is in the query, the QR code in the path. */
export function pathOfRide(state: "paid" | "pending" | "failed" | "closed", { publicId, qrId }: RideLink) {
  const payment = state === "paid" ? "" : `&payment=${state}`;
  return `/bookingPickDrop/${encodeURIComponent(qrId ?? "-")}?ride=${publicId}${payment}`;
}

/** The page that shows the state of a ticket's payment (by its public id). */
export function pathOfPayment(state: "paid" | "pending" | "failed", ticketId: string) {
  if (state === "failed") return `/booking?step=pay&ticket=${ticketId}&payment=failed`;
  return `/booking?step=done&ticket=${ticketId}${state === "pending" ? "&payment=pending" : ""}`;
}
