import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import {
  addService,
  changeService,
  deleteService,
  setSupplier,
  setVisitCharge,
  switchService,
  visitCharges,
} from "#modules/catalog/index.ts";
import {
  AddService,
  ChangeService,
  ServiceRef,
  SetSupplier,
  SetVisitCharge,
  SwitchService,
  serviceSuppliers,
} from "#modules/catalog/shared.ts";
import { type Contract, call } from "../line/call.server.ts";
import { pictureRefusals, textRefusals } from "../line/refusals.ts";
import { wire } from "../line/wire.ts";
import {
  ServiceShape,
  service,
  TimedServiceShape,
  timedService,
  VisitChargeShape,
  visitCharge,
} from "../shapes/service.ts";

/** What a SUPER_ADMIN does with services; the verbs refuse everybody else. */
const keeping = {
  as: ["admin"],
  can: "view_services_list.full_access",
  limit: callLimit,
  once: "in its transaction",
} as const;
const ofService = { service_object_id: "serviceId" };

export const services = {
  "POST admin/create-services": call({
    fresh: none("Says what is sold, for no money"),
    ...keeping,
    summary: "Add a service with its picture (multipart: data, JSON with service_name, and file)",
    input: wire({ "data.service_name": "serviceName", service_name: "serviceName", duration: "duration" }, AddService, [
      ...textRefusals,
      "service.durationWrong",
    ]),
    file: "file",
    run: (admin, { upload, ...input }) => addService(admin, input, upload?.path),
    refuses: { 422: pictureRefusals },
    answer: TimedServiceShape,
    reply: timedService,
    say: "service.added",
  }),
  "POST admin/update-service": call({
    fresh: none("Says what is sold, for no money"),
    ...keeping,
    summary: "Change a service (multipart: service_object_id, service_name, file); without file it keeps its picture",
    input: wire({ ...ofService, service_name: "serviceName", duration: "duration" }, ChangeService, [
      ...textRefusals,
      "form.id",
      "service.durationWrong",
    ]),
    file: "file",
    run: (admin, { upload, ...input }) => changeService(admin, input, upload?.path),
    refuses: { 404: ["service.notFound"], 422: pictureRefusals },
    answer: TimedServiceShape,
    reply: timedService,
    say: "service.updated",
  }),
  "POST admin/update-service-supplier": call({
    fresh: "money",
    ...keeping,
    summary:
      "Who supplies the work of a service and bills it from now on: operator, operator_9_5 (the operator pays its tax under " +
      "section 9(5)) or center; `was` refuses it when it is another one by now",
    input: wire({ ...ofService, supplier: "supplier", was: "was" }, SetSupplier, ["form.choice", "form.id"]),
    run: setSupplier,
    refuses: { 404: ["service.notFound"] },
    answer: ServiceShape.extend({ supplier: z.enum(serviceSuppliers) }),
    reply: (changed) => ({ ...service(changed), supplier: changed.supplier }),
    say: "service.supplierSaved",
  }),
  "POST admin/delete-service": call({
    fresh: none("Says what is sold, for no money"),
    ...keeping,
    summary: "Delete a service; requests made with it stay",
    input: wire({ serviceId: "serviceId" }, ServiceRef, ["form.id"]),
    run: deleteService,
    refuses: { 404: ["service.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "service.deleted",
  }),
  "POST admin/update-service-status": call({
    fresh: none("Says what is sold, for no money"),
    ...keeping,
    summary: "Let a service be booked (is_active 1) or not (0)",
    input: wire({ ...ofService, is_active: "active" }, SwitchService, ["form.id", "form.number"]),
    run: switchService,
    refuses: { 404: ["service.notFound"] },
    answer: ServiceShape,
    reply: service,
  }),
  "GET admin/visit-charges": call({
    as: ["admin"],
    own: true,
    can: "view_services_list.full_access",
    limit: reads.own,
    summary: "What a visit of a service costs by the first three digits of the pincode, in rupees, and what is planned",
    input: wire(ofService, ServiceRef, ["form.id"]),
    run: visitCharges,
    refuses: { 404: ["service.notFound"] },
    answer: z.array(VisitChargeShape),
    reply: ({ areas }) => areas.map(visitCharge),
  }),
  "POST admin/visit-charges": call({
    fresh: "money",
    ...keeping,
    own: true,
    summary:
      "Set what a visit of a service costs where pincodes begin with these three digits, in rupees, from now on or from a " +
      "later day; 0 ends it. What was booked before keeps its charge. With was, the rupees shown, another charge is refused",
    input: wire({ ...ofService, area: "area", visit_charge: "amount", from: "from", was: "was" }, SetVisitCharge, [
      "form.amountMost",
      "form.amountPaise",
      "form.date",
      "form.id",
      "form.number",
      "visitCharge.area",
    ]),
    run: setVisitCharge,
    refuses: { 404: ["service.notFound"], 409: ["visitCharge.changed", "visitCharge.pickDrop"], 422: ["price.past"] },
    answer: z.null(),
    reply: () => null,
    say: "visitCharge.saved",
  }),
} satisfies Contract;
