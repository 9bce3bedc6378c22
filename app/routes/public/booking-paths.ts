/** Where a browser is led when it is known, or not yet, what became of the payment of a ticket (its public id). */
export function pathOfPayment(state: "paid" | "pending" | "failed", ticketId: string) {
  if (state === "failed") return `/booking?step=pay&ticket=${ticketId}&payment=failed`;
  return `/booking?step=done&ticket=${ticketId}${state === "pending" ? "&payment=pending" : ""}`;
}
