import type { ActorOf } from "#modules/kernel/actor.ts";
import { connect, disconnect } from "#modules/kernel/db/db.server.ts";
import { judged, statements } from "../plans.ts";
import type { Measure } from "../report.ts";
import type { SeededProduct, SeededProducts } from "../seeded-product.ts";

/** The requests a search names by their ids are sorted, and are more than a page. */
const mostSorted = 501;

/**
 * The query plans of the operators' search at the big size, in lists and in the palette: every statement it sends uses
 * indexes, whether a search finds one request, a common name's thousands, or none.
 */
export async function searchPlans({ big }: SeededProducts): Promise<Measure[]> {
  const product = await big();
  const { entities } = await import("#modules/index.ts");
  const { findAnywhere, listTickets } = await import("#modules/tickets/index.ts");
  const { admin, searched } = await searchedOf(product);
  await connect({ url: product.stand.at.app, entities });
  try {
    const measures: Measure[] = [];
    for (const [name, search] of Object.entries(searched)) {
      const listed = await statements(() => listTickets(admin, { search }));
      measures.push(await judged(`a list searched for ${name}`, listed, mostSorted));
      const paletteStatements = await statements(() => findAnywhere(admin, search));
      measures.push(await judged(`the palette searched for ${name}`, paletteStatements, mostSorted));
    }
    return measures;
  } finally {
    await disconnect();
  }
}

/** A super admin, and what such admins search for: one thing of each kind, a common beginning, and nothing. */
export async function searchedOf({ pool, centerId }: Pick<SeededProduct, "pool" | "centerId">) {
  const admin: ActorOf<"admin"> = {
    kind: "admin",
    adminId: centerId,
    name: "bench",
    role: "SUPER_ADMIN",
    permissions: [],
    sessionId: centerId,
  };
  const { rows } = await pool.query<{
    ticket_id: string;
    name: string;
    phone: string;
    center_name: string;
    qr_id: string;
    technician: string;
  }>(
    `select t.ticket_id, t.name, t.phone, c.center_name, q.qr_id, w.name as technician from tickets t join centers c on c.id = t.center_id
       join partner_qrs q on q.center_id = c.id and q.kind = 'center' join technicians w on w.id = t.technician_id
      where t.deleted_at is null limit 1`,
  );
  const [one] = rows;
  const searched = {
    ...(one && {
      "a number": one.ticket_id,
      "a number's last letters": one.ticket_id.slice(-4),
      "a name": one.name,
      "a common beginning": one.name.slice(0, 2),
      "a phone": one.phone,
      "a center": one.center_name,
      "a center's code": one.qr_id,
      "a technician": one.technician,
    }),
    nothing: "zzzz nobody",
  };
  return { admin, searched };
}
