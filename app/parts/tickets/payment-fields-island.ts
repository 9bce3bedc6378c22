import { showNeeded } from "#app/ui/form/needed-island.ts";
import { fromRupees, type Paise, rupees, toPaise } from "#modules/kernel/money.ts";
import { jobPrice } from "#modules/tickets/labels.ts";

/** An amount as the server will read it (Q121): whole rupees, what is behind the point is cut off; null for none. */
function amountIn(form: HTMLFormElement, name: string, empty: number | null = null): number | null {
  const field = form.elements.namedItem(name);
  const typed = field instanceof HTMLInputElement ? field.value.replaceAll(",", "").trim() : "";
  const amount = Math.trunc(Number(typed));
  if (typed === "") return empty;
  return Number.isSafeInteger(amount) && amount >= 0 ? amount : null;
}

/** R167: what a job costs with this visit charge; null where its amounts cannot be read. */
function jobTotal(form: HTMLFormElement, visit: Paise): Paise | null {
  const labour = amountIn(form, "labour");
  const material = amountIn(form, "material", 0);
  if (labour === null || material === null) return null;
  const closeRemarks = new FormData(form).get("closeRemarks")?.toString();
  return jobPrice(visit, { closeRemarks, labour, material }).totalPaise;
}

/**
 * How a closing is paid: its fields follow what is chosen and whether anything is owed. The price is the field `amount`,
 * or with `data-visit` (the visit charge in paise) that of a job; an `output` named `price` shows it, in its words
 * (`data-words`) where it has any.
 */
export default function paymentFields(element: HTMLElement, left: AbortSignal) {
  const form = element.closest("form");
  const owed = element.querySelector<HTMLOutputElement>("output[name=owed]");
  if (!form || !owed) return;
  const { visit } = element.dataset;
  const show = () => {
    const amount = amountIn(form, "amount");
    const price = visit === undefined ? amount !== null && fromRupees(amount) : jobTotal(form, toPaise(visit));
    const isKnown = typeof price === "number";
    owed.value = isKnown && price === 0 ? "no" : "yes";
    const shown = form.querySelector<HTMLOutputElement>("output[name=price]");
    const words = shown?.dataset.words;
    if (shown && words !== undefined) shown.value = isKnown ? words.replace("{amount}", rupees(price)) : "";
    else if (shown) shown.value = isKnown ? rupees(price) : "–";
    showNeeded(form);
  };
  for (const type of ["input", "change"]) form.addEventListener(type, show, { signal: left });
  document.addEventListener("page:shown", show, { signal: left });
  show();
}
