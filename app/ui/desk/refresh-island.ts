import { go } from "#app/exchange/go.ts";

/** A button that reads the page anew. */
export default function refresh(element: HTMLElement) {
  element.addEventListener("click", () => {
    void go({ to: location.pathname + location.search, replace: true, stay: true, confirmed: true });
  });
}
