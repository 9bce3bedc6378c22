import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { CreatedDialog } from "#app/parts/tickets/created-dialog.tsx";
import { PincodePlace, PlaceInputs, PlaceQuestion } from "#app/parts/tickets/pincode-place.tsx";
import { TimeFields } from "#app/parts/tickets/time-fields.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ServiceField } from "#app/ui/form/choice-fields.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { AreaField, PhoneField, PincodeField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { activeServices, defaultOfferCode } from "#modules/catalog/index.ts";
import { getCenter } from "#modules/centers/index.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { lenient, publicId } from "#modules/kernel/validation.ts";
import { createCenterTicket, ticketDetail } from "#modules/tickets/index.ts";
import { CenterTicket, firstBookableDay } from "#modules/tickets/shared.ts";

export const handle = { title: "center.menu.addTicket" } satisfies Handle;

const Query = z.object({ created: lenient(publicId) });

export const loader = centerPage({ can: "desk", query: Query }, async (actor, { created }) => {
  const center = await getCenter(actor.centerId);
  return {
    services: (await activeServices())
      .filter(({ pickDrop }) => !pickDrop)
      .map(({ id, serviceName }) => ({ value: id, label: serviceName })),
    values: {
      serviceId: center.primaryService?.id ?? "",
      state: center.state ?? "",
      city: center.city ?? "",
      offerCode: defaultOfferCode(),
    },
    pincode: center.pincode ?? undefined,
    firstDay: firstBookableDay(),
    created: created ? await justCreated(actor, created) : null,
    origin: env.publicUrl,
  };
});

async function justCreated(actor: Parameters<typeof ticketDetail>[0], ticketId: string) {
  try {
    const { id, number, displayedStatus, createdAt, serviceAvailable, phone, service } = await ticketDetail(
      actor,
      ticketId,
    );
    return { id, number, displayedStatus, createdAt, serviceAvailable, phone, service: service.name };
  } catch (error) {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  }
}

export const action = centerActions({
  create: {
    can: "desk",
    limit: formLimit,
    input: CenterTicket,
    once: "in its transaction",
    run: async (center, input, door) => {
      const { ticket } = await createCenterTicket(center, input);
      door.toast("ticket.created");
      return door.go(`/AddTicket?created=${ticket.publicId}`);
    },
  },
});

/** Add Ticket: a request the center enters for a customer (R146, R161–R163). */
export default function TicketForm() {
  const { services, values, pincode, firstDay, created, origin } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <div className="max-w-6xl">
      <h1 className="mb-2">{say("center.menu.addTicket")}</h1>
      <p className="mb-4 text-soft">{say("center.form.lead")}</p>
      <ErrorSummary />
      <Form
        key={created?.id ?? "new"}
        schema={CenterTicket}
        intent="create"
        values={values}
        guarded
        className="grid items-start gap-4 xl:grid-cols-2"
      >
        <div className="grid gap-4">
          <Card title={say("center.form.what")} stack>
            <ServiceField name="serviceId" label={say("common.service")} options={services} />
            <AreaField
              name="requirement"
              label={say("common.specificRequirement")}
              hint={say("booking.requirement.hint")}
            />
            <TimeFields firstDay={firstDay} />
          </Card>
          <Card title={say("common.customer")}>
            <div className="grid items-start gap-4 md:grid-cols-2">
              <TextField name="name" label={say("common.name")} autoComplete="off" />
              <TextField name="email" type="email" label={say("common.email")} autoComplete="off" />
              <PhoneField name="phone" label={say("common.phone")} autoComplete="off" />
              <PhoneField
                name="alternatePhone"
                label={say("booking.alternatePhone")}
                autoComplete="off"
                required={false}
              />
            </div>
          </Card>
        </div>
        <div className="grid gap-4">
          <Card title={say("common.address")} stack>
            <TextField
              name="houseNumber"
              label={say("booking.houseNumber")}
              hint={say("booking.houseNumber.hint")}
              autoComplete="off"
            />
            <PincodePlace usual={pincode} className="grid items-start gap-4 md:grid-cols-2">
              <PlaceInputs pincode={<PincodeField name="pincode" label={say("common.pincode")} autoComplete="off" />} />
              <PlaceQuestion />
            </PincodePlace>
          </Card>
          <Card stack>
            <TextField name="offerCode" label={say("common.offerCode")} autoComplete="off" />
            <div>
              <Button>{say("center.menu.addTicket")}</Button>
            </div>
          </Card>
        </div>
      </Form>
      {created && (
        <CreatedDialog
          ticket={created}
          origin={origin}
          formAt="/AddTicket"
          requestAt={`/tickets-center?ticket=${created.id}`}
        />
      )}
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
