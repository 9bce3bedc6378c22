import { pool, transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { askStillNeeded } from "#modules/tickets/index.ts";
import { provePhones } from "../stand/proved.ts";
import type { Stand } from "../stand/stand.ts";
import type { Tally } from "./race-calls.ts";
import { Contest, together } from "./race-contest.ts";
import { brokenOf, ledgerRules, type Rules } from "./race-rules.ts";
import type { World } from "./race-world.ts";

/** How many questions are answered, and how many at the same time. */
const atMost = 60;
const atOnce = 8;

const allowed =
  /^(stillNeeded (200 |409 stillNeeded[.](answered|over))|cancel (200 |409 ticket[.]notCancellable)|rebook 200 )/;

type QuestionRow = { id: string; public_id: string; phone: string; waiting: boolean };

/** The addresses of customers, who come from networks of their own. */
let networks = 0;
const anAddress = () => `10.7.${networks >> 8}.${networks++ & 255}`;

/**
 * Customers say yes and no at once, each three times, whether a request is still needed, while an admin cancels the
 * waiting ones and books the others again. Returns answers nobody expects.
 */
export async function raceStillNeeded(stand: Stand, world: World, tally: Tally): Promise<string[]> {
  const contest = new Contest(stand, tally, allowed);
  const { rows: requests } = await pool().query<QuestionRow>(
    `select t.id, t.public_id, t.phone, t.status = 'PENDING' as waiting from tickets t
      where (t.status = 'PENDING' and t.center_id is null) or (t.status = 'CLOSED' and t.close_remarks like 'Not Visited%')
      order by row_number() over (partition by t.status order by t.ticket_id) limit $1`,
    [atMost],
  );
  for (const { id, waiting } of requests)
    if (waiting) await unitOfWork(() => transaction(() => askStillNeeded(id, "waiting")));
  await together(
    requests,
    async ({ public_id: publicId, phone, waiting }) => {
      const proofs = await provePhones(
        Array.from({ length: 6 }, () => phone),
        (text, params) => pool().query(text, params),
      );
      const outcomes = new Set<string>();
      const answers = proofs.map(async ({ proof }, n) => {
        const body = { answer: n % 2 === 0 ? "yes" : "no", proof };
        const call = { method: "PUT", body, address: anAddress() };
        const answer = await contest.ask("stillNeeded", `center/tickets/${publicId}/still-needed`, call);
        if (answer.body.success === 1) outcomes.add(JSON.stringify(answer.body.data));
      });
      const token = world.adminToken;
      const cancel = { method: "PUT", token, body: { reason: "race" } };
      const rebook = {
        method: "PUT",
        token,
        body: { ticket_obj_id: publicId, time_preference: { time_preference_type: "IMMEDIATELY" } },
      };
      const admin = waiting
        ? contest.ask("cancel", `admin/cancelTickets/${publicId}`, cancel)
        : contest.ask("rebook", "center/api/tickets/rebook", rebook);
      await Promise.all([...answers, admin]);
      if (outcomes.size > 1) contest.note("a customer was told two outcomes of one question");
      if (outcomes.size === 0 && !waiting) contest.note("of six answers none was taken");
    },
    atOnce,
  );
  return contest.unexpected();
}

const rules: Rules = {
  "a question has one answer, which history knows once": `
    select q.id from still_needed_questions q
      left join history h on h.subject = 'ticket' and h.subject_id = q.ticket_id
       and h.event in ('ticket.stillNeeded', 'ticket.notNeeded')
     group by q.id having count(h.id) <> (q.answer is not null)::int`,
  "a yes about a visit that did not happen makes one new request, and nothing else does": `
    select q.id from still_needed_questions q left join tickets n on n.rebook_of = q.ticket_id and n.created_by <> 'SUPER_ADMIN'
     group by q.id having count(n.id) <> (q.answer = 'yes' and q.reason = 'not_visited')::int
        or max(n.id::text) is distinct from q.new_ticket_id::text`,
  "the new request costs nothing, and is not offered to a center that did not come or handed it back": `
    select n.id from still_needed_questions q join tickets n on n.id = q.new_ticket_id join tickets t on t.id = q.ticket_id
     where n.booking_fee_paise <> 0 or exists (select from orders o where o.ticket_id = n.id)
        or exists (select from broadcasts b where b.ticket_id = n.id and (b.center_id = t.center_id
             or b.center_id in (select h.center_id from hand_backs h where h.ticket_id = t.id)))`,
  "a waiting request is cancelled by a no or an admin, once, and by nothing else": `
    select t.id from still_needed_questions q join tickets t on t.id = q.ticket_id
      left join history h on h.subject = 'ticket' and h.subject_id = t.id and h.event = 'ticket.cancelled'
     where q.reason = 'waiting' group by t.id, q.id
    having count(h.id) <> (t.status = 'CANCEL')::int or (q.answer = 'no' and t.status <> 'CANCEL')`,
  "its fee goes back once when it is cancelled, and is held while it waits": `
    select t.id from still_needed_questions q join tickets t on t.id = q.ticket_id
      join orders o on o.ticket_id = t.id and o.purpose = 'booking_fee' and o.status = 'paid'
      left join transfers f on f.order_id = o.id and f.kind = 'booking_fee_refund'
     where q.reason = 'waiting' group by t.id having count(f.id) <> (t.status = 'CANCEL')::int`,
};

/** The rules the answers broke, as sentences. */
export const brokenStillNeeded = () => brokenOf({ ...rules, ...ledgerRules });
