import { pool } from "#modules/kernel/db/db.server.ts";
import type { Stand } from "../stand/stand.ts";
import { type Answer, send, type Tally } from "./race-calls.ts";
import type { Plan } from "./race-plan.ts";
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
  const strange: string[] = [];
  let calls = 0;
  const counted = (answer: Answer) => {
    tally.add(answer);
    if (!allowed.test(answer.name)) strange.push(`an answer that is none of the call's: ${answer.name}`);
    return answer;
  };
  const ask = async (token: string, call: string, body: object) => {
    const web = stand.webs[calls++ % stand.webs.length]!;
    return counted(await send("subscribe", `${web}/api/${call}`, { token, body }));
  };
  const card = async (token: string) => {
    const { body } = await ask(token, "center/subscription", { product: "annual", pay_by: "card" });
    const checkout = (body.data as { payment_response: { id: string } | null } | null)?.payment_response;
    if (!checkout) return;
    const url = `${stand.outside}/sandbox/razorpay/pay`;
    counted(await send("pay", url, { body: { order_id: checkout.id, outcome: "success", webhook: true } }));
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
  return strange;
}

const rules: Record<string, string> = {
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
export async function brokenSubscriptions(): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await pool().query<{ id: string }>(query);
    if (rows.length > 0) broken.push(`NOT so: ${rule}: ${rows.slice(0, 3).map(({ id }) => id)} (${rows.length})`);
  }
  return broken;
}
