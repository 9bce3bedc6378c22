import { saveRole } from "#modules/access/index.ts";
import {
  allServices,
  type Prices,
  saveService,
  saveVehicle,
  setPrices,
  setVisitCharge,
  visitCharges,
} from "#modules/catalog/index.ts";
import { addCenter, centerOfPhone } from "#modules/centers/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { invalid } from "#modules/kernel/errors.ts";
import { fromRupees, zero } from "#modules/kernel/money.ts";
import type { PlannedCenter, PlannedPrices, PlannedVisitCharge, SetupPlan } from "./plan.ts";

/** What one line of a plan did. */
export type Done = {
  what: "service" | "vehicle" | "prices" | "visit charge" | "role" | "center";
  name: string;
  change: "added" | "changed" | "same";
};

type Operator = ActorOf<"system">;

/**
 * Bring an installation to a plan: services, vehicles, prices, visit charges, roles, then centers, each in a transaction of its own. Repeated it
 * changes nothing, and after an interruption it goes on. Nothing that is there and not in the plan is touched; a center
 * whose phone is known stays as it is. `pathOf` finds a picture's file.
 */
export async function* setUp(
  actor: Operator,
  plan: SetupPlan,
  pathOf: (picture: string) => string,
): AsyncGenerator<Done> {
  await needServices(plan);
  for (const { picture, ...service } of plan.services) {
    const { change } = await saveService(actor, service, picture ? pathOf(picture) : undefined);
    yield { what: "service", name: service.serviceName, change };
  }
  for (const vehicle of plan.vehicles)
    yield { what: "vehicle", name: vehicle.vehicleType, ...(await saveVehicle(actor, vehicle)) };
  if (plan.prices) yield { what: "prices", name: "prices", ...(await setPrices(actor, inPaise(plan.prices))) };
  for (const charge of plan.visitCharges)
    yield {
      what: "visit charge",
      name: `${charge.service} ${charge.area}`,
      change: await plannedCharge(actor, charge),
    };
  for (const role of plan.roles) {
    const { change } = await saveRole(actor, role);
    yield { what: "role", name: role.roleName, change };
  }
  for (const center of plan.centers) {
    yield { what: "center", name: center.centerName, change: await plannedCenter(actor, center) };
  }
}

const inPaise = (planned: PlannedPrices): Prices => ({
  requestBookingAmountPaise: fromRupees(planned.request_booking_amount),
  subscribedUserTicketAmountPaise: fromRupees(planned.subscribed_user_ticket_amount),
  unsubscribedUserTicketAmountPaise: fromRupees(planned.unsubscribed_user_ticket_amount),
  annualSubscriptionPaise: fromRupees(planned.annual_subscription),
  firstInstallmentPaise: fromRupees(planned.first_installment),
});

async function plannedCharge(actor: Operator, { service, area, amount }: PlannedVisitCharge): Promise<Done["change"]> {
  const serviceId = (await allServices()).find(({ serviceName }) => serviceName === service)!.id;
  const { areas } = await visitCharges(actor, { serviceId });
  const before = areas.find((each) => each.area === area)?.amount ?? zero;
  if (before === fromRupees(amount)) return "same";
  await setVisitCharge(actor, { serviceId, area, amount });
  return before === zero ? "added" : "changed";
}

/** Refuse a plan whose centers or visit charges name services that neither it nor the installation has, before anything is done. */
async function needServices({ services, centers, visitCharges: charges }: SetupPlan) {
  const known = new Set([...services, ...(await allServices())].map(({ serviceName }) => serviceName));
  const named = [...centers.flatMap((center) => center.services), ...charges.map(({ service }) => service)];
  if (!named.every((name) => known.has(name))) throw invalid("service.notFound", { services: "service.notFound" });
}

async function plannedCenter(actor: Operator, { services, ...center }: PlannedCenter): Promise<Done["change"]> {
  if (await centerOfPhone(center.phone)) return "same";
  const known = new Map((await allServices()).map(({ serviceName, id }) => [serviceName, id]));
  const [primaryServiceId, ...others] = services.map((name) => known.get(name)!);
  await addCenter(actor, {
    ...center,
    additionalPincode: center.additionalPincode ?? center.pincode,
    primaryServiceId: primaryServiceId!,
    secondaryServiceIds: others,
  });
  return "added";
}
