/** How often the server is asked whether it answers again, in milliseconds. */
const askEvery = 3_000;

/**
 * Calls `load`, which loads the page anew, as soon as the server answers; returns how to stop. It asks, since the line may have come back before this
 * page listened, and a server that was away is back without any event. The answer ends the asking.
 */
export function whenReached(load: () => void = () => location.reload()): () => void {
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
