import { sql } from "kysely";
import type { z } from "zod";
import { activeServices } from "#modules/catalog/index.ts";
import { states } from "#modules/catalog/shared.ts";
import { rows } from "#modules/kernel/db/db.server.ts";
import { idsByName, plainName, wholeOf } from "#modules/kernel/files/sheets/cells.ts";
import type { Import } from "#modules/kernel/files/sheets/import-rows.server.ts";
import { phone as mobile } from "#modules/kernel/validation.ts";
import { engagementTypes, ImportTechnician } from "../shared.ts";
import { centerState } from "../state.ts";
import { importTechnician } from "../technicians/save-technician.ts";

/** How a kind of engagement is written: as on the wire, or in words. */
const engagementOf = (cell: string) =>
  cell
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, "_");

/** A center as a cell names it: by its phone's ten digits, a QR id or its id. */
function centerKey(cell: string): string {
  const text = wholeOf(cell);
  const phone = mobile.safeParse(text);
  return phone.success ? phone.data : text.toUpperCase();
}

/**
 * Technicians from an operator's spreadsheet, each of a center that is there; known again by their phone. Papers and
 * their pictures are not in it: the center adds them.
 */
export const techniciansImport: Import<z.output<typeof ImportTechnician>> = {
  name: "technicians",
  can: "add_technician",
  columns: [
    { name: "Center", field: "centerId", fix: "import.mend.center" },
    { name: "Technician name", field: "name", fix: "import.mend.name" },
    { name: "Phone", field: "phone", fix: "uploads.mend.phone" },
    { name: "Engagement", field: "engagementType", fix: "import.mend.engagement" },
    { name: "Primary service", field: "primaryServiceId", fix: "uploads.mend.service" },
    { name: "Secondary service", field: "secondaryServiceId", optional: true, fix: "import.mend.service" },
    { name: "Address", field: "permanentAddressLine", fix: "import.mend.address" },
    { name: "City", field: "permanentCity", fix: "import.mend.city" },
    { name: "State", field: "permanentState", fix: "import.mend.state" },
    { name: "Main pincode", field: "mainPincode", fix: "uploads.mend.pincode" },
    { name: "Secondary pincode", field: "secondaryPincode", optional: true, fix: "uploads.mend.pincode" },
    { name: "Email", field: "email", optional: true, fix: "import.mend.email" },
    { name: "Emergency name", field: "emergencyPersonName", optional: true, fix: "import.mend.optionalName" },
    { name: "Emergency phone", field: "emergencyPersonPhone", optional: true, fix: "uploads.mend.phone" },
    { name: "Reference name", field: "referencePersonName", optional: true, fix: "import.mend.optionalName" },
    { name: "Reference phone", field: "referencePersonMobile", optional: true, fix: "uploads.mend.phone" },
  ],
  called: "Technician name",
  key: ({ phone }) => phone,
  form: ImportTechnician,
  async rules(_actor, cells) {
    const services = idsByName(await activeServices(), ({ id, serviceName }) => [id, serviceName]);
    const serviceOf = (name: string) => services.get(plainName(name)) ?? undefined;
    const centerKeys = [...new Set(cells("Center").map(centerKey))];
    const centerRows = await rows<{ key: string; id: string }>(
      sql`select asked.key, c.id from unnest(${centerKeys}::text[]) as asked (key)
         join centers c on c.is_active <> ${sql.lit(centerState.DELETED)} and (c.phone = asked.key or upper(c.id::text) = asked.key
           or c.id = (select q.center_id from partner_qrs q where q.qr_id = asked.key and q.kind = 'center'))`,
    );
    const centers = new Map(centerRows.map(({ key, id }) => [key, id]));
    return {
      read(cell, wrong) {
        const centerId = centers.get(centerKey(cell("Center")));
        if (cell("Center") && !centerId) wrong("Center", "center.notFound");
        for (const column of ["Primary service", "Secondary service"])
          if (cell(column) && !serviceOf(cell(column))) wrong(column, "uploads.noService");
        return {
          centerId: centerId ?? "",
          name: cell("Technician name"),
          phone: wholeOf(cell("Phone")),
          engagementType: engagementOf(cell("Engagement")),
          primaryServiceId: serviceOf(cell("Primary service")) ?? "",
          secondaryServiceId: serviceOf(cell("Secondary service")),
          permanentAddressLine: cell("Address"),
          permanentCity: cell("City"),
          permanentState: cell("State"),
          mainPincode: wholeOf(cell("Main pincode")),
          secondaryPincode: wholeOf(cell("Secondary pincode")),
          email: cell("Email"),
          emergencyPersonName: cell("Emergency name"),
          emergencyPersonPhone: wholeOf(cell("Emergency phone")),
          referencePersonName: cell("Reference name"),
          referencePersonMobile: wholeOf(cell("Reference phone")),
        };
      },
      async there(inputs) {
        const known = await rows<{ phone: string; center_id: string }>(
          sql`select phone, center_id from technicians where phone = any(${inputs.map(({ phone }) => phone)}::text[]) and deleted_at is null`,
        );
        const centerOf = new Map(known.map(({ phone, center_id }) => [phone, center_id]));
        return inputs.map(({ phone, centerId }) => {
          const at = centerOf.get(phone);
          if (at === centerId) return "known";
          return at ? { column: "Phone", wrong: "technician.phoneTaken" } : undefined;
        });
      },
    };
  },
  make: importTechnician,
  async template() {
    const services = (await activeServices()).map(({ serviceName }) => serviceName);
    return {
      title: "Technicians",
      columns: techniciansImport.columns.map(({ name }) => name),
      example: {
        Center: "INA0001",
        "Technician name": "Ravi Kumar",
        Phone: "9876543211",
        Engagement: engagementTypes[0],
        "Primary service": services[0] ?? "",
        Address: "14, 3rd Cross",
        City: "Bengaluru",
        State: "Karnataka",
        "Main pincode": "560001",
      },
      choices: {
        Engagement: engagementTypes,
        "Primary service": services,
        "Secondary service": services,
        State: states.map(({ name }) => name),
      },
    };
  },
};
