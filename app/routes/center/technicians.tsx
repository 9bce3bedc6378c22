import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { centerActions, centerPage } from "#app/http/page.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { columns } from "#app/ui/columns.tsx";
import type { Deed } from "#app/ui/deeds.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { useLocale } from "#app/ui/locale.ts";
import { useSay } from "#app/ui/say.tsx";
import { deleteTechnician, listTechnicians } from "#modules/centers/index.ts";
import { TechnicianId, type TechnicianRow } from "#modules/centers/shared.ts";

export const handle = { title: "center.technicians" } satisfies Handle;

export const loader = centerPage({ query: z.object({ after: z.uuid().optional() }) }, listTechnicians);

export const action = centerActions({
  delete: {
    input: TechnicianId,
    run: (center, { technicianId }) => deleteTechnician(center, technicianId),
    say: "technician.deleted",
  },
});

type Row = Omit<TechnicianRow, "createdAt"> & { service: string };

/** The center's technicians, with edit and delete (R134). */
export default function Technicians() {
  const { rows, next } = useLoaderData<typeof loader>();
  const say = useSay();
  const c = columns<Row>(useLocale());
  const list = [
    c.text("name", say("center.technician.name")),
    c.text("technicianId", say("center.technician.id")),
    c.phone("phone", say("center.phone")),
    c.text("service", say("center.technician.service"), 30),
    c.text("mainPincode", say("center.technician.pincode")),
    c.text("pendingTicketCount", say("center.technician.pending")),
  ];
  const deeds: Deed<Row>[] = [
    {
      intent: "delete",
      label: say("center.delete"),
      icon: "trash-2",
      tone: "danger",
      confirm: ({ name }) => say("center.technician.deleteConfirm", { name }),
    },
  ];
  const add = (
    <ButtonLink to="/AddTechnician" icon="plus">
      {say("center.menu.addTechnician")}
    </ButtonLink>
  );
  const edit = c.own(say("center.edit"), ({ id }) => (
    <ButtonLink small tone="quiet" to={`/AddTechnician?edit=${id}`}>
      {say("center.edit")}
    </ButtonLink>
  ));
  return (
    <ListPage
      title={say("center.technicians")}
      rows={rows.map((row) => ({ ...row, service: row.primaryService.serviceName }))}
      columns={[...list, edit]}
      deeds={deeds}
      name="technicianId"
      next={next}
      actions={add}
      empty={{ title: say("center.technician.empty"), action: add }}
    />
  );
}

export { ErrorBoundary } from "#app/ui/page-error.tsx";
