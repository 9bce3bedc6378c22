/** Rupees as people in India read them. */
function shown(rupees: number) {
  const decimals = Number.isInteger(rupees) ? 0 : 2;
  const figure = Math.abs(rupees).toLocaleString("en-IN", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return `${rupees < 0 ? "-" : ""}₹${figure}`;
}

/** What is said before an amount is typed. */
const exampleRupees = 100;

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
 * The balance that a typed amount leads to, in the line that has the balance in rupees (`data-balance`): the actions that
 * it names in `data-less-by` take the amount away, the others add it, a recharge (`data-bonus-by`) with its bonus. Before
 * an amount is typed it is that of an example.
 */
export default function after(element: HTMLElement) {
  const form = element as HTMLFormElement;
  const show = () => {
    const line = form.querySelector<HTMLElement>("[data-balance]");
    const fields = new FormData(form);
    const kind = String(fields.get("kind") ?? "");
    if (!line) return;
    const { balance, more, less, lessBy = "", bonusBy } = line.dataset;
    const typed = rupeesIn(fields.get("amount")) + (kind === bonusBy ? rupeesIn(fields.get("bonus")) : 0);
    const amount = typed || exampleRupees;
    const takes = typed > 0 && lessBy.split(" ").includes(kind);
    line.textContent = ((takes ? less : more) ?? "")
      .replace("{amount}", shown(amount))
      .replace("{balance}", shown(Number(balance) + (takes ? -amount : amount)));
  };
  for (const type of ["input", "change", "changed"]) form.addEventListener(type, show);
  show();
}
