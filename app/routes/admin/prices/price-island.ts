import { plainDigits } from "#modules/kernel/text/digits.ts";

const mostRupees = 1_000_000;

/** A price that is zero or no number makes no call (R434): the form shows the refusal that it carries (`data-refusal`). */
export default function price(element: HTMLElement) {
  const form = element as HTMLFormElement;
  form.addEventListener("submit", (event) => {
    const input = form.querySelector<HTMLInputElement>("input[name=amount]")!;
    const amount = Number(plainDigits(input.value).replaceAll(",", ""));
    if (Number.isInteger(amount) && amount >= 1 && amount <= mostRupees) return;
    event.preventDefault();
    for (const old of form.querySelectorAll("[data-summary], .wrong")) old.remove();
    form.prepend(form.querySelector<HTMLTemplateElement>("template[data-refusal]")!.content.cloneNode(true));
    input.ariaInvalid = "true";
    input.setAttribute("aria-describedby", `${input.id}-error`);
    input.closest(".field")?.append(form.querySelector(".wrong")!);
    form.querySelector<HTMLElement>("[data-error-summary]")?.focus();
  });
}
