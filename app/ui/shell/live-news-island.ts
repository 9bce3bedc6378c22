import { refresh } from "#app/exchange/go.ts";
import { followNews } from "./live-source.ts";

/** Reads the page anew when the stream at `data-path` has news; `html[data-live]` says whether it is `on` or `lost`. */
export default function liveNews({ dataset }: HTMLElement, left: AbortSignal) {
  const { dataset: page } = document.documentElement;
  const stop = followNews(dataset.path ?? "", {
    news: () => void refresh(),
    connected: (is) => {
      page.live = is ? "on" : "lost";
      document.dispatchEvent(new Event("live"));
    },
  });
  left.addEventListener("abort", () => {
    stop();
    delete page.live;
  });
}
