import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { techniciansDesk } from "#app/parts/centers/technicians-desk.server.ts";
import { listIntents } from "#app/parts/lists/desk-actions.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { authorizeTechnician, deleteTechnician } from "#modules/centers/index.ts";
import { AuthorizeTechnician, TechnicianId } from "#modules/centers/shared.ts";

/** The list without its dialog, the row of the act marked. */
const back = (did: string | null, { url }: Pick<Door, "url">) => addressWith(url, { act: null, of: null, did });

/** What an operator does with technicians. */
export const techniciansAction = adminActions({
  clients: {
    fresh: none("Says whom they work for, for no money"),
    can: "update_technician.full_access",
    limit: formLimit,
    once: "in its transaction",
    input: AuthorizeTechnician,
    run: authorizeTechnician,
    say: "technician.updated",
    to: ({ technicianId }, door) => back(technicianId, door),
  },
  delete: {
    fresh: "money",
    can: "delete_technician",
    limit: formLimit,
    once: "in its transaction",
    // It logs the technician out for good.
    input: TechnicianId,
    run: (admin, { technicianId }) => deleteTechnician(admin, technicianId),
    say: "technician.deleted",
    to: (_input, door) => back(null, door),
  },
  ...listIntents(techniciansDesk),
});
