import { sql } from "kysely";
import { gstCodeOf, states } from "#modules/catalog/shared.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { invoiceBuyer, stateOfBuyer } from "../invoices/invoice.ts";
import type { Ticket } from "../ticket.entity.ts";
import type { FeePaperBuyer } from "./paper-facts.ts";

type CenterBuyer = {
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  pincode: string;
  gstin: string | null;
};

/**
 * A center as the buyer on a paper: by its legal name where it has one, in the state its GSTIN is of, else of its address
 * or pincode.
 */
export async function centerBuyer(centerId: string): Promise<FeePaperBuyer> {
  const center = (await row(
    sql<CenterBuyer>`select coalesce(c.legal_name, c.center_name) as name, c.address_line as address, c.city, c.state,
        c.pincode, c.gstin
      from centers c where c.id = ${centerId}`,
  ))!;
  const stateCode = center.gstin?.slice(0, 2) ?? gstCodeOf(stateOfBuyer(center));
  return {
    name: center.name,
    address: center.address ?? "",
    city: center.city ?? "",
    state: center.state ?? stateNamed(stateCode ?? ""),
    stateCode,
    pincode: center.pincode,
    gstin: center.gstin,
  };
}

type Bought = Pick<
  Ticket,
  "ticketId" | "name" | "houseNumber" | "locality" | "city" | "state" | "pincode" | "pickLocation" | "dropLocation"
> & { service: string };

/** The customer of a request as the buyer on a paper, with the request's number and service. */
export async function customerBuyer(
  ticketId: string,
): Promise<{ buyer: FeePaperBuyer; request: string; service: string }> {
  const bought = (await row(
    sql<Bought>`select t.ticket_id as "ticketId", t.name, t.house_number as "houseNumber", t.locality, t.city,
        t.state, t.pincode, t.pick_location as "pickLocation", t.drop_location as "dropLocation",
        s.service_name as service
      from tickets t join services s on s.id = t.service_id where t.id = ${ticketId}`,
  ))!;
  return {
    buyer: { ...invoiceBuyer(bought), gstin: null },
    request: bought.ticketId,
    service: bought.service,
  };
}

/** The name of a state by its GST code. */
export const stateNamed = (code: string) => states.find(({ gstCode }) => gstCode === code)?.name ?? "";
