import type { Stand } from "../stand/stand.ts";
import type { Tally } from "./race-calls.ts";
import { Contest } from "./race-contest.ts";
import type { Plan } from "./race-plan.ts";
import { brokenOf, type Rules } from "./race-rules.ts";
import type { World } from "./race-world.ts";

/** How many centers subscribe; each is one contest of its own. */
const atMost = 50;

/** What such a call may be answered. */
const allowed =
  /^subscribe (200 |409 (subscription\.(notSold|waiting)|wallet\.short|payment\.(alreadyPaid|closed)))|^pay (200 ok|400 )/;

/**
 * Centers without a subscription buy a year twice and its first instalment from the wallet, and a year by card, while two
 * operators enter a year that was paid outside, all at once over the web processes. Returns answers nobody expects.
 */
export async function raceSubscriptions(stand: Stand, plan: Plan, world: World, tally: Tally): Promise<string[]> {
  const buyers = world.centers.filter((_, number) => !plan.centers[number]!.subscribed).slice(0, atMost);
  const contest = new Contest(stand, tally, allowed);
  const ask = (token: string, path: string, body: object) => contest.ask("subscribe", path, { token, body });
  const card = async (token: string) => {
    const { body } = await ask(token, "center/subscription", { product: "annual", pay_by: "card" });
    const checkout = (body.data as { payment_response: { id: string } | null } | null)?.payment_response;
    if (!checkout) return;
    await contest.pay(checkout.id);
  };
  for (const { id, token } of buyers) {
    const wallet = (product: string) => ask(token, "center/subscription", { product, pay_by: "wallet" });
    const entry = { center_obj_id: id, product: "annual", reference: `UTR ${id}` };
    const enter = () => ask(world.adminToken, "admin/center-subscription", entry);
    await Promise.all([
      wallet("annual"),
      wallet("annual"),
      wallet("first_instalment"),
      card(token),
      card(token),
      enter(),
      enter(),
    ]);
  }
  return contest.unexpected();
}

const rules: Rules = {
  "a center was given at most one subscription, and is subscribed until its end": `
    select c.id from centers c join subscriptions s on s.center_id = c.id and s.state = 'ACTIVE'
     group by c.id having count(*) > 1 or max(s.ends_at) <> c.subscribe_end_date`,
  "who was subscribed by a purchase was given one": `
    select c.id from centers c where c.subscribe_end_date < '2099-01-01'
      and not exists (select from subscriptions s where s.center_id = c.id and s.state = 'ACTIVE')`,
  "what was paid is what was given, or it goes back to its source": `
    select t.id from transfers t
      left join subscriptions s on t.cause = coalesce(s.order_id, s.adjustment_id, s.id)::text and s.state = 'ACTIVE'
     where t.kind = 'subscription' and s.id is null
       and not exists (select from refunds r where r.order_id = t.order_id)`,
  "one entry of an operator waits at most": `
    select center_id as id from subscriptions where paid_by = 'outside' and state = 'WAITING'
     group by center_id having count(*) > 1`,
};

/** The rules subscriptions broke, as sentences. */
export const brokenSubscriptions = () => brokenOf(rules);
