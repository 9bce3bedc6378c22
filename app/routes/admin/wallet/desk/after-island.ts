import { rupees } from "#modules/kernel/money.ts";

/** An amount in whole rupees as it is typed; 0 where it is none. */
const rupeesIn = (typed: unknown) =>
  Number(
    /^\d+$/.exec(
      String(typed ?? "")
        .replaceAll(",", "")
        .trim(),
    )?.[0] ?? 0,
  );

/**
 * The balance that a typed amount leads to, in the line `data-balance`: the actions that it names in `data-less-by` take the
 * amount away, the others add it, a recharge (`data-bonus-by`) with its bonus.
 */
export default function after(element: HTMLElement) {
  const form = element as HTMLFormElement;
  const show = () => {
    const line = form.querySelector<HTMLElement>("[data-balance]");
    const fields = new FormData(form);
    const kind = String(fields.get("kind") ?? "");
    if (!line) return;
    const { balance, more, less, lessBy = "", bonusBy } = line.dataset;
    const amount = rupeesIn(fields.get("amount")) + (kind === bonusBy ? rupeesIn(fields.get("bonus")) : 0);
    if (amount === 0) return;
    const takes = lessBy.split(" ").includes(kind);
    line.textContent = ((takes ? less : more) ?? "")
      .replace("{amount}", rupees(amount * 100))
      .replace("{balance}", rupees(Number(balance) + (takes ? -amount : amount) * 100));
  };
  for (const type of ["input", "change", "changed"]) form.addEventListener(type, show);
  show();
}
