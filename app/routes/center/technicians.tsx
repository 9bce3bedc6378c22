import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { centerActions, centerPage } from "#app/http/page.server.ts";
import { AddressDialog } from "#app/ui/address-dialog.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { columns } from "#app/ui/columns.tsx";
import { ConfirmForm } from "#app/ui/confirm-form.tsx";
import { TextField } from "#app/ui/fields.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { keptOpen, unlessUnreachable } from "#app/ui/kept-open.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { useSay } from "#app/ui/say.tsx";
import { deleteTechnician, listTechnicians } from "#modules/centers/index.ts";
import { TechnicianId, type TechnicianRow } from "#modules/centers/shared.ts";
import { addressWith } from "./addresses.ts";
import { lenient, TechniciansFilter } from "./list-query.ts";

export const handle = { title: "center.technicians" } satisfies Handle;

const reference = lenient(z.uuid());
const Query = TechniciansFilter.extend({ after: reference, delete: reference });

export const loader = centerPage({ query: Query }, async (center, { after, search, delete: asked }) => {
  const page = await listTechnicians(center, { after, search });
  return { ...page, search: search ?? "", toDelete: page.rows.find(({ id }) => id === asked) ?? null };
});

export const action = centerActions({
  delete: {
    input: TechnicianId,
    once: "in its transaction",
    run: (center, { technicianId }) => deleteTechnician(center, technicianId),
    say: "technician.deleted",
    to: (_input, { url }) => addressWith(url, { delete: null }),
  },
});

export const clientAction = keptOpen();
export const shouldRevalidate = unlessUnreachable;

type Row = Omit<TechnicianRow, "createdAt"> & { service: string };

/** The center's technicians, with edit and delete (R134). */
export default function Technicians() {
  const { rows, next, search, toDelete } = useLoaderData<typeof loader>();
  const say = useSay();
  const here = useLocation();
  const c = columns<Row>(useLocale());
  const list = [
    c.text("name", say("center.technician.name")),
    c.text("technicianId", say("center.technician.id")),
    c.phone("phone", say("center.phone")),
    c.text("service", say("center.technician.service"), 30),
    c.text("mainPincode", say("center.technician.pincode")),
    { ...c.text("pendingTicketCount", say("center.technician.pending")), figures: true },
  ];
  const add = (
    <ButtonLink to="/AddTechnician" icon="plus">
      {say("center.menu.addTechnician")}
    </ButtonLink>
  );
  const closeTo = addressWith(here, { delete: null });
  return (
    <>
      <ListPage
        title={say("center.technicians")}
        rows={rows.map((row) => ({ ...row, service: row.primaryService.serviceName }))}
        columns={list}
        acts={({ id, name }) => (
          <span className="flex flex-wrap gap-2">
            <Link
              className="btn btn-quiet btn-small"
              to={`/AddTechnician?edit=${id}`}
              aria-label={say("center.technician.editOf", { name })}
            >
              {say("center.edit")}
            </Link>
            <Link
              preventScrollReset
              className="btn btn-danger btn-small"
              to={addressWith(here, { delete: id })}
              aria-label={say("center.technician.deleteOf", { name })}
            >
              {say("center.delete")}
            </Link>
          </span>
        )}
        next={next}
        filters={
          <TextField
            name="search"
            type="search"
            label={say("technician.search")}
            className="w-full sm:w-80"
            value={search}
            maxLength={60}
          />
        }
        beside={["delete"]}
        exports="/exports/technicians"
        actions={add}
        empty={{ title: say("center.technician.empty"), action: add }}
      />
      {toDelete && (
        <AddressDialog title={say("center.delete")} closeTo={closeTo}>
          <ConfirmForm
            intent="delete"
            fields={{ technicianId: toDelete.id }}
            question={say("center.technician.deleteConfirm", { name: toDelete.name })}
            act={say("center.delete")}
            closeTo={closeTo}
          />
        </AddressDialog>
      )}
    </>
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
