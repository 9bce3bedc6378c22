import type { Actor } from "#modules/kernel/actor.ts";
import { conflict } from "#modules/kernel/errors.ts";
import { fromRupees, rupees } from "#modules/kernel/money.ts";
import { agreeTime, cancelOwn, ownCancelTerms, sayNobodyCame, ticketDetail } from "#modules/tickets/index.ts";
import { AgreeTime, CancelOwn, SayNobodyCame } from "#modules/tickets/shared.ts";
import { UsageError } from "../../run.ts";
import { type Acting, acting, tellDone } from "./operator.ts";
import { named } from "./requests.ts";

/** `back`: the rupees that go back, as the dry run said them to the customer; needed to cancel. */
type Cancelling = Acting & { back?: string; reason?: string };

/**
 * Cancels a request by the terms that its customer has now, and returns the rule with what goes back. Refuses with
 * `cancel.changed` where that is another amount by now than the customer heard.
 */
async function cancelByCustomersTerms(actor: Actor, ticketId: string, { back, reason, dryRun }: Cancelling) {
  if (back === undefined && !dryRun)
    throw new UsageError("Say --back with the rupees that go back: --dry-run says them.");
  const terms = await ownCancelTerms(actor, ticketId);
  if (!terms) throw conflict("ticket.notCancellable");
  const { rule, feePaise, feeBackPaise } = terms;
  if (back !== undefined && rupeesOf(back) !== feeBackPaise) throw conflict("cancel.changed");
  await cancelOwn(actor, CancelOwn.parse({ ticketId, ruleId: rule.id, feePaise, reason }));
  return { rule: `${rule.cause}, ${rule.band}`, ruleVersion: rule.version, feePaise, feeBackPaise };
}

type Terms = Awaited<ReturnType<typeof cancelByCustomersTerms>>;

/** A cancellation by its rule, in words. */
const described = ({ rule, ruleVersion, feePaise, feeBackPaise }: Terms) =>
  `cancelled by the rule "${rule}" of version ${ruleVersion}, ${rupees(feeBackPaise)} of ${rupees(feePaise)} go back`;

/** An amount in rupees, with paise after a point; refused where it is none. */
function rupeesOf(text: string) {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text)) throw new UsageError("--back is an amount in rupees, such as 99.");
  return fromRupees(Number(text));
}

/** `tickets cancel-by-terms <ticket>`: cancels on the customer's word, by the rule that holds for the customer now. */
export async function cancelByTerms(options: Cancelling, which: string) {
  const done = await acting(options, "tickets cancel-by-terms", async (actor) => {
    const { id, number } = await ticketDetail(actor, await named(actor, which));
    return { id, number, ...(await cancelByCustomersTerms(actor, id, options)) };
  });
  tellDone(done, `${done.result.number} ${described(done.result)}`, options);
}

type Missing = Cancelling & { choice: string; at?: string };

/** `tickets missed <ticket>`: nobody came, and what the customer chooses on the phone, up to its end. */
export async function missed(options: Missing, which: string) {
  const { choice, at } = options;
  if ((choice === "move") !== (at !== undefined))
    throw new UsageError("--at belongs to --choice move, and only to it.");
  const done = await acting(options, "tickets missed", async (actor) => {
    const { id: ticketId, number } = await ticketDetail(actor, await named(actor, which));
    await sayNobodyCame(actor, SayNobodyCame.parse({ ticketId, choice }));
    if (at !== undefined) await agreeTime(actor, AgreeTime.parse({ ticketId, at }));
    const terms = choice === "end" ? await cancelByCustomersTerms(actor, ticketId, options) : null;
    return { id: ticketId, number, choice, terms };
  });
  const { number, terms } = done.result;
  tellDone(done, `${number}: nobody came, ${terms ? described(terms) : chosenWords(choice, at)}`, options);
}

function chosenWords(choice: string, at: string | undefined): string {
  if (at !== undefined) return `the visit is agreed for ${at}`;
  return choice === "wait" ? "the customer waits" : "other centers are asked";
}
