import { go } from "#app/exchange/go.ts";
import { showToast } from "#app/ui/feedback/show-toast.ts";

/** Says `data-words` and goes to `data-to`; nothing is sent. */
export default function onHold(button: HTMLElement) {
  const { words = "", to = "" } = button.dataset;
  button.addEventListener("click", () => {
    showToast(words, "info");
    void go({ to, stay: true, replace: true });
  });
}
