import { adminActions } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { cancelVisitCharge, setVisitCharge } from "#modules/catalog/index.ts";
import { CancelVisitCharge, EndVisitCharge, SetVisitCharge } from "#modules/catalog/shared.ts";

const keeping = { can: "view_services_list.full_access", limit: formLimit, once: "in its transaction" } as const;
/** The service's charges without a dialog, and without an area in the form. */
const back = (_input: unknown, { url }: Pick<Door, "url">) => addressWith(url, { act: null, of: null, area: null });

/** What a SUPER_ADMIN does with the visit charges of a service. */
export const visitChargesAction = adminActions({
  set: {
    fresh: "money",
    ...keeping,
    input: SetVisitCharge,
    run: setVisitCharge,
    say: "visitCharge.saved",
    to: back,
  },
  end: {
    fresh: "money",
    ...keeping,
    input: EndVisitCharge,
    run: (admin, charge) => setVisitCharge(admin, { ...charge, amount: 0 }),
    say: "visitCharge.ended",
    to: back,
  },
  cancel: {
    fresh: "money",
    ...keeping,
    input: CancelVisitCharge,
    run: cancelVisitCharge,
    say: "visitCharge.cancelled",
    to: back,
  },
});
