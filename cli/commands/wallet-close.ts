import { now } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import { closeDayFacts, closeRowsList, needMay, prepareDay } from "#modules/wallet/index.ts";
import { CloseDay } from "#modules/wallet/shared.ts";
import { withDatabase } from "../embedded/database.ts";
import { type GlobalOptions, show } from "../run.ts";
import { table } from "../table.ts";
import { adminOf } from "./wallet.ts";

/** Differences told on the terminal; the page and its file have them all. */
const mostReported = 200;

/** `wallet close <day>`: asks the provider about a day, and tells its totals and what is different. */
export async function close(options: GlobalOptions & { as: string }, day: string) {
  const { facts, rows } = await withDatabase(async () => {
    const admin = await adminOf(options);
    needMay(admin, "seeMoney");
    const input = CloseDay.parse({ day });
    const since = now();
    while (!(await prepareDay(input.day, since)));
    const { rows } = await closeRowsList.page(admin, { ...input, shown: "differences", take: mostReported });
    return { facts: (await closeDayFacts(admin, input))!, rows };
  });
  const comparison = (provider: number, ledger: number) => [
    rupees(provider),
    rupees(ledger),
    rupees(provider - ledger),
  ];
  const totals = table(
    [`${facts.day}: ${facts.state}`, "provider", "ledger", "apart"],
    [
      ["captured", ...comparison(facts.capturedPaise, facts.capturedLedgerPaise)],
      ["refunded", ...comparison(facts.refundedPaise, facts.refundedLedgerPaise)],
      ["settled", ...comparison(facts.settledPaise, facts.settledLedgerPaise)],
      ["fees", rupees(facts.feePaise), "-", "-"],
      ["other", rupees(facts.otherPaise), "-", "-"],
    ],
    options,
  );
  const listed = table(
    ["what", "provider's id", "provider", "ledger", "state"],
    rows.map(({ kind, providerId, providerPaise, ledgerPaise, state }) => [
      kind,
      providerId ?? "-",
      rupees(providerPaise),
      rupees(ledgerPaise),
      say(`close.row.${state}`),
    ]),
    options,
  );
  show({ ...facts, rows }, rows.length > 0 ? `${totals}\n\n${listed}` : totals, options);
}
