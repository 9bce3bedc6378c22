import { sql } from "kysely";
import { activeServices } from "#modules/catalog/index.ts";
import { states } from "#modules/catalog/shared.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { idsByName, plainName, wholeOf } from "#modules/kernel/files/sheets/cells.ts";
import type { Import } from "#modules/kernel/files/sheets/import-rows.server.ts";
import { createCenter } from "../desk/create-center.ts";
import { AddCenter, mostTechnicians } from "../shared.ts";
import { centerState } from "../state.ts";

/** Names in one cell. */
const several = (cell: string) => cell.split(/[;\n]/).flatMap((name) => name.trim() || []);

/** Centers from an operator's spreadsheet, by the rules of Add Center; a center is known again by its phone. */
export const centersImport: Import<AddCenter> = {
  name: "centers",
  can: "add_center",
  columns: [
    { name: "Center name", field: "centerName", fix: "import.mend.name" },
    { name: "Phone", field: "phone", fix: "uploads.mend.phone" },
    { name: "Primary service", field: "primaryServiceId", fix: "uploads.mend.service" },
    { name: "Secondary services", field: "secondaryServiceIds", optional: true, fix: "import.mend.services" },
    { name: "State", field: "state", fix: "import.mend.state" },
    { name: "Pincode", field: "pincode", fix: "uploads.mend.pincode" },
    { name: "Additional pincode", field: "additionalPincode", optional: true, fix: "uploads.mend.pincode" },
    { name: "More pincodes", field: "pincodes", optional: true, fix: "import.mend.pincodes" },
    { name: "Address", field: "addressLine", optional: true, fix: "import.mend.address" },
    { name: "City", field: "city", optional: true, fix: "import.mend.city" },
    { name: "Owner name", field: "name", optional: true, fix: "import.mend.optionalName" },
    { name: "Email", field: "email", optional: true, fix: "import.mend.email" },
    { name: "Technicians", field: "noOfTechnicians", optional: true, fix: "import.mend.technicians" },
    { name: "QR id", field: "qrId", optional: true, fix: "import.mend.qrId" },
    { name: "UPI id", field: "upiId", optional: true, fix: "import.mend.upi" },
    { name: "Legal name", field: "legalName", optional: true, fix: "import.mend.optionalName" },
    { name: "GSTIN", field: "gstin", optional: true, fix: "import.mend.gstin" },
  ],
  called: "Center name",
  key: ({ phone }) => phone,
  form: AddCenter,
  async rules() {
    const services = idsByName(await activeServices(), ({ id, serviceName }) => [id, serviceName]);
    const serviceOf = (name: string) => services.get(plainName(name)) ?? undefined;
    return {
      read(cell, wrong) {
        const primary = cell("Primary service");
        if (primary && !serviceOf(primary)) wrong("Primary service", "uploads.noService");
        const secondary = several(cell("Secondary services"));
        if (!secondary.every(serviceOf)) wrong("Secondary services", "uploads.noService");
        return {
          centerName: cell("Center name"),
          phone: wholeOf(cell("Phone")),
          primaryServiceId: serviceOf(primary) ?? "",
          // The form requires one; a center with one service has no other.
          secondaryServiceIds: (secondary.length > 0 ? secondary : [primary]).map((name) => serviceOf(name) ?? ""),
          state: cell("State"),
          pincode: wholeOf(cell("Pincode")),
          additionalPincode: wholeOf(cell("Additional pincode")) || wholeOf(cell("Pincode")),
          pincodes: cell("More pincodes").replace(/[;\n]/g, ","),
          addressLine: cell("Address"),
          city: cell("City"),
          name: cell("Owner name"),
          email: cell("Email"),
          noOfTechnicians: wholeOf(cell("Technicians")),
          qrId: cell("QR id"),
          upiId: cell("UPI id"),
          legalName: cell("Legal name"),
          gstin: cell("GSTIN"),
        };
      },
      async there(inputs) {
        const existing = await rows<{ phone: string | null; qr_id: string | null }>(
          sql`select phone, null as qr_id from centers where phone = any(${inputs.map(({ phone }) => phone)}::text[]) and is_active <> ${sql.lit(centerState.DELETED)}
            union all select null, qr_id from partner_qrs where qr_id = any(${inputs.flatMap(({ qrId }) => qrId ?? [])}::text[])`,
        );
        const phones = new Set(existing.map(({ phone }) => phone));
        const codes = new Set(existing.map(({ qr_id }) => qr_id));
        return inputs.map(({ phone, qrId }) => {
          if (phones.has(phone)) return "known";
          return qrId && codes.has(qrId) ? { column: "QR id", wrong: "center.qrTaken" } : undefined;
        });
      },
    };
  },
  make: (actor, input) => createCenter(actor, input, { address: "" }),
  async template() {
    const services = (await activeServices()).map(({ serviceName }) => serviceName);
    return {
      title: "Centers",
      columns: centersImport.columns.map(({ name }) => name),
      example: {
        "Center name": "Asha Cooling",
        Phone: "9876543210",
        "Primary service": services[0] ?? "",
        "Secondary services": services.slice(1, 3).join("; "),
        State: "Karnataka",
        Pincode: "560001",
        "Additional pincode": "560002",
        "More pincodes": "560003, 560004",
        Address: "221, MG Road",
        City: "Bengaluru",
        "Owner name": "Asha Rao",
        Technicians: "3",
      },
      choices: {
        "Primary service": services,
        State: states.map(({ name }) => name),
        Technicians: Array.from({ length: mostTechnicians + 1 }, (_, n) => String(n)),
      },
    };
  },
};
