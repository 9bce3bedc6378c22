import { registerConsumer } from "#modules/access/index.ts";
import { system } from "#modules/kernel/actor.ts";
import { customerRequests } from "./demo-data.ts";
import { insertRequest, madeAt } from "./insert-request.ts";

/**
 * Inserts what the demo's customers booked at the QR codes of its centers, and registers each of them as a booking does.
 * Who was erased since is not registered again: the request is still there.
 */
export async function seedCustomers(serviceIds: ReadonlyMap<string, string>) {
  for (const [nth, request] of customerRequests.entries()) {
    const origin = { created_by: "PUBLIC_WITH_CENTER_QR", qr_id: request.center };
    if (!(await insertRequest(`customer request:${nth}`, madeAt(request), serviceIds, origin))) continue;
    const { name, phone, address } = request;
    await registerConsumer(system("demo"), { name, phone, pincode: address.pincode });
  }
}
