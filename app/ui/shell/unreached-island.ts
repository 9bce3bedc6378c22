import { go } from "#app/exchange/go.ts";
import { whenReached } from "./when-reached.ts";

/** A page that was not reached: it is shown as soon as the server answers. */
export default function unreached(_element: HTMLElement, left: AbortSignal) {
  const to = location.pathname + location.search;
  left.addEventListener(
    "abort",
    whenReached(() => void go({ to, replace: true, confirmed: true })),
  );
}
