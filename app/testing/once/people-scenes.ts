import { sql } from "kysely";
import { rows } from "#modules/kernel/db/db.server.ts";
import { aCenter, anOnboarder, aPhone, aTechnician } from "#modules/testing/factories.ts";
import { anUpload, atDesk, type Scene, scene } from "./scene.ts";

/** A call by a SUPER_ADMIN. */
const atTheDesk =
  (make: () => Promise<{ body?: object; changed?: object; path?: string }>) =>
  async (_till: unknown, call: string): Promise<Scene> => {
    const { path, ...sent } = await make();
    return scene(path ? call.replace("{id}", path) : call, sent, await atDesk());
  };

/** A center with a picture of its PAN card. */
async function aCenterWithPan() {
  const center = await aCenter();
  await rows(sql`update centers set pan_blob_id = ${await anUpload(center.id)} where id = ${center.id}`);
  return center;
}

const phone_details = () => ({ country_code: "+91", mobile_number: aPhone() });

/** What operators do with papers, technicians and onboarders, ready to be sent. */
export const peopleScenes = {
  "POST admin/Set-Verification-Status-Of-center-And-Technician": atTheDesk(async () => ({
    body: { center_id: (await aCenterWithPan()).id, status: "true", value: "pan" },
    changed: { status: "false", reason: "UNREADABLE" },
  })),
  "POST admin/center-documents-verify": atTheDesk(async () => ({
    body: { center_obj_id: (await aCenter()).id, aadhar_number: "XXXXXXXX1234" },
    changed: { aadhar_number: "XXXXXXXX4321" },
  })),
  "POST admin/update-technician": atTheDesk(async () => ({
    body: { technician_obj_id: (await aTechnician()).id, clients_ids_list: [] },
    changed: { technician_obj_id: (await aTechnician()).id },
  })),
  "DELETE admin/deleteTechnician/{id}": atTheDesk(async () => ({ path: (await aTechnician()).id })),
  "POST admin/create-centerOnBoarder": atTheDesk(async () => ({
    body: { name: "Sunil Verma", phone_details: phone_details() },
    changed: { name: "Anil Verma" },
  })),
  "POST admin/update-centerOnBoarder": atTheDesk(async () => {
    const { id, phone } = await anOnboarder();
    return {
      body: {
        center_onboarder_id: id,
        name: "Sunil Varma",
        phone_details: { country_code: "+91", mobile_number: phone },
      },
      changed: { name: "Anil Varma" },
    };
  }),
};
