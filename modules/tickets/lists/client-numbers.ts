import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow, istDate } from "#modules/kernel/clock.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import { needMay, visibleTo } from "../policy.ts";
import { isOpenSql, isSettledSql } from "../states/states-sql.ts";

/** How old open requests are, in whole days: up to one, three and seven, and older ones. */
export const ageBounds = [1, 3, 7, null] as const;

type Part = { n: number; duePaise: Paise };

/**
 * The requests of a client: open ones of any age, and those made in the last year that were closed or cancelled. What is
 * due for closed ones is of those closed in the last year, whenever they were made: the sum of the months.
 */
export type ClientNumbers = {
  /** The day in India (YYYY-MM-DD) from which on closed and cancelled ones were made. */
  since: string;
  open: Part;
  closed: Part;
  cancelled: number;
  ages: { upToDays: (typeof ageBounds)[number]; n: number }[];
  /** By service, the most requests first. */
  services: { name: string; open: number; closed: number; duePaise: Paise }[];
  /** What is due for the requests closed in each of the last twelve months (`YYYY-MM`, IST), the latest first. */
  months: (Part & { month: string })[];
};

const year = 365;

type Group = { service: string; state: "open" | "closed" | "cancelled"; age: number; n: number; due: string };

/**
 * The numbers of an admin's own client; of all clients for an operator. Refuses who may see no requests. What is due is
 * what the client was billed for a request; a cancelled one is not due.
 */
export async function clientNumbers(actor: Actor): Promise<ClientNumbers> {
  needMay(actor, "seeRequests");
  const since = istDate(fromNow(-year * day));
  const groups = await groupsOf(actor, since);
  const months = await monthsOf(actor, since);
  const groupsIn = (state: Group["state"]) => groups.filter((group) => group.state === state);
  const services = Map.groupBy(groups, ({ service }) => service);
  return {
    since,
    open: sum(groupsIn("open")),
    closed: sum(groupsIn("closed")),
    cancelled: sum(groupsIn("cancelled")).n,
    ages: ageBounds.map((upToDays, at) => ({ upToDays, n: sum(groupsIn("open").filter(({ age }) => age === at)).n })),
    services: [...services]
      .map(([name, all]) => {
        const open = sum(all.filter(isOf("open")));
        const closed = sum(all.filter(isOf("closed")));
        return { name, open: open.n, closed: closed.n, duePaise: toPaise(open.duePaise + closed.duePaise) };
      })
      .toSorted((one, two) => two.open + two.closed - one.open - one.closed || one.name.localeCompare(two.name)),
    months,
  };
}

const isOf = (state: Group["state"]) => (group: Group) => group.state === state;

const sum = (groups: readonly Group[]): Part => ({
  n: groups.reduce((all, { n }) => all + n, 0),
  duePaise: toPaise(groups.reduce((all, { due }) => all + Number(due), 0)),
});

function groupsOf(actor: Actor, since: string): Promise<Group[]> {
  const bounds = ageBounds.filter((days) => days !== null);
  const from = fromIst(since);
  const isOpen = isOpenSql();
  const age = sql.join(
    bounds.map((days, at) => sql`when t.created_at > ${fromNow(-days * day)} then ${sql.lit(at)}`),
    sql` `,
  );
  return rows<Group>(
    sql`select s.service_name as service, t.state, t.age, t.n, t.due
       from (select t.service_id,
                    case t.status when 'CLOSED' then 'closed' when 'CANCEL' then 'cancelled' else 'open' end as state,
                    case when ${isSettledSql()} then 0 ${age} else ${sql.lit(bounds.length)} end as age,
                    count(*) filter (where ${isOpen} or t.created_at >= ${from})::int as n,
                    coalesce(sum(t.client_due_paise) filter (where ${isOpen} or t.closed_at >= ${from}), 0)::text as due
               from tickets t
              where ${visibleTo(actor)} and t.client_id is not null
                and (${isOpen} or t.created_at >= ${from} or (t.status = 'CLOSED' and t.closed_at >= ${from}))
              group by 1, 2, 3) as t
       join services s on s.id = t.service_id`,
  );
}

async function monthsOf(actor: Actor, since: string): Promise<ClientNumbers["months"]> {
  const months = await rows<{ month: string; n: number; due: string }>(
    sql`select to_char(t.closed_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month, count(*)::int as n,
            sum(t.client_due_paise)::text as due
       from tickets t
      where ${visibleTo(actor)} and t.client_id is not null and t.status = 'CLOSED'
        and t.closed_at >= ${fromIst(since)}
      group by 1 order by 1 desc`,
  );
  return months.map(({ month, n, due }) => ({ month, n, duePaise: toPaise(Number(due)) }));
}
