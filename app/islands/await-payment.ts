/** How long the page waits for live news before it asks the provider. */
const patienceMs = 15_000;

/**
 * Reloads a page that waits for a payment on each change of its ticket (`data-live`), and asks the provider after a
 * while.
 */
export default function awaitPayment(element: HTMLElement) {
  const { live } = element.dataset;
  if (live) new EventSource(live).addEventListener("changed", () => location.reload());
  setTimeout(() => element.querySelector("form")?.requestSubmit(), patienceMs);
}
