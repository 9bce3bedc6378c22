/** For how long the page waits for news before it has the provider asked. */
const patienceMs = 15_000;

/** A page that waits for a payment: it is read again at each news of its ticket (`data-live`), and asks now and then. */
export default function awaitPayment(element: HTMLElement) {
  const { live } = element.dataset;
  if (live) new EventSource(live).addEventListener("changed", () => location.reload());
  setTimeout(() => element.querySelector("form")?.requestSubmit(), patienceMs);
}
