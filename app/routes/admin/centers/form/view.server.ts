import { z } from "zod";
import type { Admin } from "#app/parts/lists/desk-list.server.ts";
import { activeClients, activeServices } from "#modules/catalog/index.ts";
import { centerToChange, type DeskCenter, may, needMay } from "#modules/centers/index.ts";
import { deskFields } from "#modules/centers/labels.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { id, idSaying, lenient } from "#modules/kernel/validation.ts";

/** The center to change (R385), or the one just added, after which the form is empty again. */
export const CenterFormQuery = z.object({ edit: idSaying("error.notFound").optional(), added: lenient(id) });

type Option = { value: string; label: string };

/** Add Center, or Update center of one; each is refused in its own words (R385). */
export async function centerFormView(admin: Admin, { edit, added }: z.output<typeof CenterFormQuery>) {
  const back = may(admin, "seeCenters") ? "/admin-centers" : "/Home";
  if (!edit) {
    needMay(admin, "addCenter");
    return {
      ...(await choices(admin)),
      edited: null,
      values: { automateQr: ["true"], noOfTechnicians: "0" },
      back,
      added: added ?? null,
    };
  }
  const center = await edited(admin, edit);
  return {
    ...(await choices(admin, center)),
    edited: factsOf(center),
    values: {
      ...deskFields(
        center,
        center.clients.map((client) => client.id),
      ),
      secondaryServiceIds: ofForm(center).map((service) => service.id),
      phone: center.phone,
      additionalPincode: center.additionalPincode ?? center.pincode,
    },
    back,
    added: null,
  };
}
export type CenterFormView = Awaited<ReturnType<typeof centerFormView>>;

/** What the form shows of a center and does not change. */
const factsOf = (center: DeskCenter) => ({
  id: center.id,
  version: center.version,
  name: center.centerName,
  phoneShown: center.phoneShown,
  phoneVerified: center.phoneVerifiedAt !== null,
  primaryService: center.primaryService?.serviceName ?? "",
  pincodes: center.pincodes
    .filter((pincode) => pincode !== center.pincode && pincode !== center.additionalPincode)
    .join(", "),
  qrId: center.qr?.qrId ?? null,
  upiId: center.upiId,
  disabled: center.loginDisabled || center.broadcastDisabled,
});

/** Its secondary services; the primary one stands for none, as at registration. */
const ofForm = ({ primaryService, secondaryServices }: DeskCenter) =>
  secondaryServices.length > 0 || !primaryService ? secondaryServices : [primaryService];

/** What can be ticked: what is offered now, and what the center has of before. */
async function choices(admin: Admin, center?: DeskCenter): Promise<{ services: Option[]; clients: Option[] }> {
  const services = await activeServices();
  const clients = await activeClients(admin);
  const had = center ? ofForm(center).filter(({ id }) => !services.some((service) => service.id === id)) : [];
  const hadClients = center ? center.clients.filter(({ id }) => !clients.some((client) => client.id === id)) : [];
  return {
    services: [...services, ...had].map(({ id: value, serviceName: label }) => ({ value, label })),
    clients: [...clients, ...hadClients].map(({ id: value, clientName: label }) => ({ value, label })),
  };
}

/** The center to change; an unknown one answers 'Page not found !!!' (R149). */
const edited = (admin: Admin, centerId: string) =>
  centerToChange(admin, centerId).catch((error) => {
    throw error instanceof DomainError && error.kind === "missing" ? missing("error.notFound") : error;
  });
