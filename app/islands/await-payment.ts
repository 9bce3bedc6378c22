/** For how long the page waits for news before it has the provider asked. */
const patienceMs = 15_000;

/** A page that waits for a payment: it is read again at each news of its ticket, and asks by itself now and then. */
export default function awaitPayment(element: HTMLElement) {
  const news = new EventSource(element.dataset.live ?? "");
  news.addEventListener("changed", () => location.reload());
  setTimeout(() => element.querySelector("form")?.requestSubmit(), patienceMs);
}
