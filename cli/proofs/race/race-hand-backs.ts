import { randomFrom } from "#modules/demo/index.ts";
import { pool } from "#modules/kernel/db/db.server.ts";
import { handBackReasons, notVisited } from "#modules/tickets/shared.ts";
import type { Stand } from "../stand/stand.ts";
import type { Tally } from "./race-calls.ts";
import { Contest, together } from "./race-contest.ts";
import { shuffled } from "./race-plan.ts";
import { brokenOf, ledgerRules, type Rules } from "./race-rules.ts";
import type { World } from "./race-world.ts";

/** How many jobs are contested, and how many at the same time. */
const atMost = 100;
const atOnce = 8;

/** How many other centers want a job that is handed back, and how often each of them tries. */
const rivals = 4;
const tries = 5;

const allowed = new RegExp(
  [
    "^assign (200 |409 ticket[.]ended)",
    "^handBack (200 |404 ticket[.]notFound|409 (handBack[.]notAccepted|ticket[.]changed))",
    "^close (200 |404 ticket[.]notFound|409 ticket[.](alreadyClosed|noTechnician|changed|ended|notClosable))",
    "^cancel (200 |409 ticket[.]notCancellable)",
    "^accept (200 |409 broadcast[.](taken|reserved|changed|rejectedAlready|acceptedAlready|capacity|rivalsFirst|noMoreTries|unpaidAtOnce))",
  ].join("|"),
);

type JobRow = { id: string; public_id: string; paid: boolean; center_id: string; is_client_paid: boolean };

/**
 * Centers hand accepted jobs back from three connections at once, while they close them, an admin cancels them and other
 * centers accept them. Returns what must not have happened: answers nobody expects, or that the database contradicts.
 */
export async function raceHandBacks(stand: Stand, world: World, tally: Tally, seed: number): Promise<string[]> {
  const random = randomFrom(`hand-backs ${seed}`);
  const contest = new Contest(stand, tally, allowed);
  const centers = new Map(world.centers.map((center) => [center.id, center]));
  const { rows: jobs } = await pool().query<JobRow>(
    `select t.id, t.public_id, t.booking_fee_paise > 0 as paid, t.center_id from tickets t
       join broadcasts b on b.ticket_id = t.id and b.status = 'ACCEPTED'
      where t.status = 'ACCEPTED' order by t.ticket_id limit $1`,
    [atMost],
  );
  const done = { handBack: new Set<string>(), close: new Set<string>(), cancel: new Set<string>() };
  await together(
    jobs,
    async ({ id, public_id: publicId, paid, center_id: centerId }) => {
      const { token, technicianId } = centers.get(centerId)!;
      const job = { ticket_obj_id: publicId };
      await contest.ask("assign", "center/assigning-ticket-technician", {
        token,
        body: { ...job, technician_obj_id: technicianId },
      });
      const handBack = async () => {
        const body = { reason: random.pick(handBackReasons) };
        const answer = await contest.ask("handBack", `center/tickets/${publicId}/hand-back`, {
          method: "PUT",
          token,
          body,
        });
        if (answer.body.success !== 1) return;
        if (done.handBack.has(`${id} ${centerId}`)) contest.note("a center was told twice that it handed a job back");
        done.handBack.add(`${id} ${centerId}`);
      };
      const close = async () => {
        const body = { ...job, closing_ticket_price: 0, remarks: { close_ticket_remarks: notVisited } };
        const answer = await contest.ask("close", "center/close-ticket", { token, body });
        if (answer.body.success === 1) done.close.add(id);
      };
      const cancel = async () => {
        const call = { method: "PUT", token: world.adminToken, body: { reason: "race" } };
        const answer = await contest.ask("cancel", `admin/cancelTickets/${publicId}`, call);
        if (answer.body.success === 1) done.cancel.add(id);
      };
      const number = world.tickets.findIndex((ticket) => ticket.id === id);
      const accept = async (center: number) => {
        const call = paid ? "accepted-broadcast-request" : "accepted-broadcast-request-unpaid-ticket";
        const body = { broadcast_obj_id: world.tickets[number]!.offers[center]! };
        for (let attempt = 0; attempt < tries; attempt++) {
          const answer = await contest.ask("accept", `center/${call}`, { token: world.centers[center]!.token, body });
          if (answer.body.success === 1) return;
        }
      };
      const others = shuffled(random, [...world.centers.keys()]).filter(
        (center) => world.centers[center]!.id !== centerId,
      );
      const acts = [
        handBack,
        handBack,
        handBack,
        ...(random.chance(0.6) ? [close] : []),
        ...(random.chance(0.4) ? [cancel] : []),
        ...others.slice(0, rivals).map((center) => () => accept(center)),
      ];
      await Promise.all(shuffled(random, acts).map((act) => act()));
    },
    atOnce,
  );
  return [...contest.unexpected(), ...(await contradicted(done))];
}

/** Answers the database contradicts, as sentences. */
async function contradicted(done: { handBack: Set<string>; close: Set<string>; cancel: Set<string> }) {
  const { rows } = await pool().query<{ rule: string; id: string }>(
    `select 'a center was told that it handed a job back, and it did not' as rule, said as id
       from unnest($1::text[]) as said
      where not exists (select from hand_backs h where h.ticket_id || ' ' || h.center_id = said)
     union all
     select 'a center was told that its job is closed, and it is not', t.id::text from tickets t
      where t.id = any($2::uuid[]) and t.status <> 'CLOSED'
     union all
     select 'an admin was told that a request is cancelled, and it is not', t.id::text from tickets t
      where t.id = any($3::uuid[]) and t.status <> 'CANCEL'`,
    [[...done.handBack], [...done.close], [...done.cancel]],
  );
  return rows.map(({ rule, id }) => `${rule}: ${id}`);
}

/** The transfers of an acceptance: its lead price, paid from the wallet or by card, and its return. */
const leadOf = (kind: string) =>
  `(select count(*) from transfers f where f.kind = '${kind}' and f.cause in (b.id::text, b.order_id::text))`;

const rules: Rules = {
  "a request has one final state, and the center of its one acceptance": `
    select t.id from tickets t left join broadcasts b on b.ticket_id = t.id and b.status in ('ACCEPTED', 'CLOSED')
     where t.broadcast_status = 'accepted after broadcast' or exists (select from hand_backs h where h.ticket_id = t.id)
     group by t.id having case
       when t.status = 'PENDING' then count(b.id) <> 0 or t.center_id is not null
       when t.status in ('ACCEPTED', 'CLOSED') then count(b.id) <> 1 or max(b.center_id::text) is distinct from t.center_id::text
       else t.status <> 'CANCEL' or count(b.id) > 1 end`,
  "a center hands a job back once, and has no part in it afterwards": `
    select h.ticket_id as id from hand_backs h join tickets t on t.id = h.ticket_id
      left join broadcasts b on b.ticket_id = h.ticket_id and b.center_id = h.center_id
     group by h.ticket_id, h.center_id, t.center_id
    having count(distinct h.id) > 1 or bool_or(b.status <> 'REJECTED') or t.center_id is not distinct from h.center_id`,
  "history knows each acceptance and each hand-back once": `
    select t.id from tickets t join history x on x.subject = 'ticket' and x.subject_id = t.id
     where exists (select from hand_backs h where h.ticket_id = t.id) group by t.id
    having count(*) filter (where x.event = 'ticket.handedBack') <> (select count(*) from hand_backs h where h.ticket_id = t.id)
        or count(*) filter (where x.event = 'ticket.accepted')
           <> (select count(*) from hand_backs h where h.ticket_id = t.id) + (t.center_id is not null)::int
        or count(*) filter (where x.event in ('ticket.closed', 'ticket.cancelled')) > 1`,
  "a request that was handed back and not taken is offered to others": `
    select t.id from tickets t where t.status = 'PENDING' and exists (select from hand_backs h where h.ticket_id = t.id)
       and not exists (select from broadcasts b where b.ticket_id = t.id and b.status = 'PENDING')`,
  "at most three hand-backs of a center are free, and its history counts the others": `
    select h.center_id as id from hand_backs h group by h.center_id
    having count(*) filter (where h.free) > 3 or count(*) filter (where not h.free) <> (
      select count(*) from history x where x.subject = 'center' and x.subject_id = h.center_id and x.event = 'center.handedBack')`,

  "each acceptance is paid once; its price goes back for a free hand-back or a cancellation, and else is kept": `
    select b.id from broadcasts b join tickets t on t.id = b.ticket_id left join hand_backs h on h.broadcast_id = b.id
     where b.paid_from is not null and (${leadOf("lead_fee")} <> 1 or ${leadOf("lead_fee_refund")} <> case
       when h.id is not null then h.free::int when t.status = 'CANCEL' and b.status = 'ACCEPTED' then 1 else 0 end)`,
  "a lead price is taken for an acceptance and for nothing else": `
    select t.id from tickets t where (select count(*) from transfers f where f.ticket_id = t.id and f.kind = 'lead_fee')
       <> (select count(*) from broadcasts b where b.ticket_id = t.id and b.paid_from is not null)`,
  "what goes back of a lead price is what was paid": `
    select r.id from transfers r join entries back on back.transfer_id = r.id and back.amount_paise > 0
      join transfers f on f.kind = 'lead_fee' and f.cause = r.cause
      join entries paid on paid.transfer_id = f.id and paid.amount_paise > 0
     where r.kind = 'lead_fee_refund' and back.amount_paise <> paid.amount_paise`,
  "a fee goes back once for a request that was cancelled or not visited, and is held of any other": `
    select t.id from tickets t join orders o on o.ticket_id = t.id and o.purpose = 'booking_fee'
      left join transfers f on f.order_id = o.id and f.kind in ('booking_fee_refund', 'booking_fee_earned')
     where o.status = 'paid' group by t.id
    having count(f.id) <> (t.status = 'CANCEL' or t.close_remarks like 'Not Visited%')::int
        or count(f.id) filter (where f.kind = 'booking_fee_earned') > 0`,
};

/** The rules hand-backs broke, as sentences. */
export const brokenHandBacks = () => brokenOf({ ...rules, ...ledgerRules });
