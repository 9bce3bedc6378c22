/* What the browsers say when a request got no answer at all. */
const unanswered = /^(Failed to fetch|NetworkError when attempting to fetch resource|Load failed|network error)/i;

/** Whether something failed because the server was not reached, rather than by a fault. */
export const isUnreached = (error: unknown) =>
  error instanceof TypeError &&
  (unanswered.test(error.message) || (typeof navigator !== "undefined" && navigator.onLine === false));

/** How often the server is asked whether it answers again, in milliseconds. */
const askEvery = 3_000;

/**
 * Loads the page anew as soon as the server answers. It asks, since the line may have come back before this page
 * listened, and a server that was away is back without any event. The answer ends the asking.
 */
export function whenReached(load = () => location.reload()): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let over = false;
  const ask = async () => {
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => undefined);
    if (over) return;
    if (answer?.ok) load();
    else timer = setTimeout(ask, askEvery);
  };
  void ask();
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
