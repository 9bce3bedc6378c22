import { showToast } from "#app/ui/feedback/show-toast.ts";

/** Shows its words (`data-words`) as a toast after `data-after` milliseconds. */
export default function addMore({ dataset }: HTMLElement, left: AbortSignal) {
  const timer = setTimeout(() => showToast(dataset.words ?? "", "info", "add-more"), Number(dataset.after));
  left.addEventListener("abort", () => clearTimeout(timer));
}
