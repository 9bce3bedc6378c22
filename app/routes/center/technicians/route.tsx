import { useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { filterFields, filterShown } from "#app/parts/lists/filter-fields.ts";
import { ListScreen } from "#app/parts/lists/list-screen.tsx";
import { placeFields } from "#app/parts/lists/place.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { PhoneLink } from "#app/parts/tickets/customer.tsx";
import { ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useName } from "#app/ui/base/site.ts";
import { AddressDialog } from "#app/ui/dialog/address-dialog.tsx";
import { ConfirmForm } from "#app/ui/form/confirm-form.tsx";
import { TextField } from "#app/ui/form/fields.tsx";
import { Cut, cellText, type ListRow, type Looks } from "#app/ui/list/columns.tsx";
import { deleteTechnician, techniciansList } from "#modules/centers/index.ts";
import { TechnicianId } from "#modules/centers/shared.ts";
import { tableOf } from "#modules/kernel/lists/list.server.ts";
import { id, lenient } from "#modules/kernel/validation.ts";

export const handle = { title: "common.technicians" } satisfies Handle;

const Query = z.object({ ...filterFields(techniciansList.filter), ...placeFields, delete: lenient(id) });

export const loader = centerPage({ can: "owner", query: Query }, async (actor, query, { locale }) => {
  const { rows, ...pages } = await techniciansList.page(actor, query);
  const table = tableOf(techniciansList, rows, { actor, locale });
  return {
    table,
    pages,
    filter: filterShown(techniciansList.filter, query),
    toDelete: table.rows.find(({ id }) => id === query.delete) ?? null,
  };
});

export const action = centerActions({
  delete: {
    can: "owner",
    limit: formLimit,
    input: TechnicianId,
    once: "in its transaction",
    run: (center, { technicianId }) => deleteTechnician(center, technicianId),
    say: "technician.deleted",
    to: (_input, { url }) => addressWith(url, { delete: null }),
  },
});

/** The center's technicians, with edit and delete (R134). */
export default function Technicians() {
  const { table, pages, filter, toDelete } = useLoaderData<typeof loader>();
  const say = useSay();
  const nameOf = useName();
  const here = useLocation();
  const looks: Looks<ListRow> = {
    phone: { show: ({ cells }) => <PhoneLink phone={cellText(cells.phone)} /> },
    service: { show: ({ cells }) => <Cut text={nameOf(cellText(cells.service))} /> },
  };
  const add = (
    <ButtonLink to="/AddTechnician" icon="plus">
      {say("center.menu.addTechnician")}
    </ButtonLink>
  );
  const closeTo = addressWith(here, { delete: null });
  return (
    <>
      <ListScreen
        title={say("common.technicians")}
        table={table}
        looks={looks}
        open={({ id }) => `/AddTechnician?edit=${id}`}
        acts={({ id, cells: { name } }) => (
          <span className="flex flex-wrap gap-2">
            <Link
              className={buttonLook({ tone: "quiet", small: true })}
              to={`/AddTechnician?edit=${id}`}
              aria-label={say("center.technician.editOf", { name: cellText(name) })}
            >
              {say("common.edit")}
            </Link>
            <Link
              preventScrollReset
              className={buttonLook({ tone: "danger", small: true })}
              to={addressWith(here, { delete: id })}
              aria-label={say("center.technician.deleteOf", { name: cellText(name) })}
            >
              {say("common.delete")}
            </Link>
          </span>
        )}
        pages={pages}
        filters={
          <TextField
            name="search"
            type="search"
            label={say("technician.search")}
            className="w-full sm:w-80"
            value={filter.search}
            maxLength={60}
          />
        }
        ownParameters={["delete"]}
        exports="/exports/technicians"
        actions={add}
        empty={{ title: say("center.technician.empty"), action: add }}
      />
      {toDelete && (
        <AddressDialog title={say("common.delete")} closeTo={closeTo}>
          <ConfirmForm
            intent="delete"
            fields={{ technicianId: toDelete.id }}
            question={say("center.technician.deleteConfirm", { name: cellText(toDelete.cells.name) })}
            act={say("common.delete")}
            closeTo={closeTo}
          />
        </AddressDialog>
      )}
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
