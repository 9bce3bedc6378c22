import pg from "pg";
import { centerState } from "#modules/centers/shared.ts";
import { connect, disconnect, unitOfWork } from "#modules/kernel/db/db.server.ts";
import type { Addresses } from "#modules/kernel/db/roles.server.ts";
import { figure } from "#modules/kernel/figure.ts";
import { stopJobs } from "#modules/kernel/work/jobs.server.ts";

/** A pincode nobody serves; the one below is served by twenty centers. */
export const nobodysPincode = "199999";
export const crowdedPincode = "199998";
/** The dealer whose code makes a booking free and offers it to every suitable center. */
export const dealerQr = "BENCHDEALER";

/** Fills a fresh database: the seeder's volume, and the few rows the measurements need in addition. */
export async function prepareData(at: Addresses, size: number, say: (line: string) => void) {
  const { seedVolume } = await import("#modules/demo/index.ts");
  const { entities } = await import("#modules/index.ts");
  await connect({ url: at.app, entities });
  try {
    let reportedAt = performance.now();
    await unitOfWork(() =>
      seedVolume({
        tickets: size,
        seed: 1,
        onProgress: (done) => {
          if (performance.now() - reportedAt < 20_000) return;
          reportedAt = performance.now();
          say(`${figure(done)} requests`);
        },
      }),
    );
  } finally {
    await stopJobs();
    await disconnect();
  }
  const owner = new pg.Client({ connectionString: at.owner });
  await owner.connect();
  try {
    for (const statement of furniture(size)) await owner.query(statement);
  } finally {
    await owner.end();
  }
}

/**
 * One center with lists of a thousand pages at a million requests, and as many offers; a pincode with twenty suitable
 * centers; a dealer's code; a client's requests; rides. The payments of the moved requests stay with their old center, because they are not read.
 */
const furniture = (size: number) => [
  `create table bench_facts as select id as center_id from centers where is_active = ${centerState.ACTIVE} and not broadcast_disabled order by id limit 1`,
  "grant select on bench_facts to public",
  `update tickets set center_id = (select center_id from bench_facts)
    where center_id is not null and hashtext(id::text) & 31 = 0`,
  `insert into broadcasts (id, ticket_id, center_id, status, created_at, updated_at)
   select gen_random_uuid(), t.id, h.center_id,
          case when t.status = 'PENDING' and row_number() over (order by t.created_at desc) <= 400 then 'PENDING' else 'TAKEN' end,
          t.created_at, t.created_at
     from tickets t, bench_facts h
    where hashtext(t.id::text) & 31 = 1 and t.deleted_at is null
      and not exists (select from broadcasts b where b.ticket_id = t.id and b.center_id = h.center_id)`,
  // The first page has an offer to answer at every size.
  `insert into broadcasts (id, ticket_id, center_id, status, created_at, updated_at)
   select gen_random_uuid(), t.id, h.center_id, 'PENDING', t.created_at, t.created_at
     from (select * from tickets where deleted_at is null order by created_at desc limit 200) t, bench_facts h
   on conflict (ticket_id, center_id) do update set status = 'PENDING' where broadcasts.status = 'TAKEN'`,
  `insert into centers (id, center_name, phone, pincode, ticket_accept_limit, subscribe_end_date, verified_at, created_at, updated_at)
   select gen_random_uuid(), 'BENCH ' || n, '91999' || lpad(n::text, 5, '0'), '${crowdedPincode}', 1000000, '2099-12-31', now(), now(), now()
     from generate_series(1, 220) n`,
  `insert into center_services (center_id, service_id, priority)
   select c.id, s.id, 1 from centers c, services s where c.center_name like 'BENCH %' and not s.pick_drop`,
  `insert into center_pincodes (center_id, pincode)
   select id, case when split_part(center_name, ' ', 2)::int <= 20 then '${crowdedPincode}' else '199997' end
     from centers where center_name like 'BENCH %'`,
  `insert into accounts (id, kind, center_id, balance_paise, created_at)
   select gen_random_uuid(), 'center_wallet', id, 0, now() from centers where center_name like 'BENCH %'`,
  `insert into partner_qrs (qr_id, kind, name, created_at) values ('${dealerQr}', 'dealer', 'BENCH DEALER', now())`,
  `insert into clients (id, client_name, created_at, updated_at) values (gen_random_uuid(), 'BENCH CLIENT', now(), now())`,
  `update tickets set client_id = (select id from clients where client_name = 'BENCH CLIENT')
    where hashtext(id::text) & 31 = 2`,
  `insert into rides (id, public_id, ride_id, status, center_id, service_id, vehicle_id, name, phone, pincode,
     pick_location, drop_location, fare_paise, mode_of_payment, paid_at, created_at, updated_at)
   select gen_random_uuid(), 'bench-ride-' || n, 'RIDE-BENCH-' || n, case when n % 8 = 0 then 'PENDING' else 'CLOSED' end,
          h.center_id, (select id from services limit 1), (select id from vehicles limit 1), 'Asha Rao', '9100000000',
          '560001', 'MG Road Metro Station', 'Ulsoor Lake', 2000, 'cash', case when n % 8 = 0 then null else at end, at, at
     from bench_facts h, generate_series(1, ${size} / 10) n, lateral (select now() - n * interval '7 minutes' as at) a`,
  ...(size > 0 ? ["vacuum analyze"] : []),
];
