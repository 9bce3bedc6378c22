import type { Admin, DeskList, DeskQuery } from "#app/parts/lists/desk-list.server.ts";
import { clientNames } from "#modules/catalog/index.ts";
import {
  allTechniciansList,
  type DeskTechnician,
  getDeskTechnician,
  may,
  totalBuckets,
} from "#modules/centers/index.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { id } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";

/* The technicians of all centers as a screen (002 §2.10). */

const acts = ["clients", "delete"] as const;
export type TechnicianAct = (typeof acts)[number];

/** What this admin may do with technicians; each verb asks again. */
const actsOf = (admin: Admin) => ({
  clients: may(admin, "changeTechnician"),
  delete: may(admin, "deleteTechnician"),
});

const technicianExtra = (admin: Admin, technician: DeskTechnician) => ({
  name: technician.name,
  technicianId: technician.technicianId,
  centerId: technician.center.id,
  feedback: technician.feedback,
  /** R409: the papers open where there is a picture of the Aadhaar card's front. */
  papers: technician.papers,
  acts: actsOf(admin),
});
export type TechnicianExtra = ReturnType<typeof technicianExtra>;

/** The open dialog; `technician` is null for one that is gone. */
async function dialogOf(admin: Admin, act: TechnicianAct, of: string) {
  const named = id.safeParse(of);
  const technician = named.success ? await technicianIfAny(admin, named.data) : null;
  return {
    act,
    technician: technician &&
      actsOf(admin)[act] && {
        id: technician.id,
        name: technician.name,
        clientIds: technician.clients.map((client) => client.id),
      },
    clients:
      technician && act === "clients"
        ? (await clientNames(admin)).map((client) => ({ value: client.id, label: client.clientName }))
        : [],
  };
}
export type TechnicianDialogData = Awaited<ReturnType<typeof dialogOf>>;

const technicianIfAny = (admin: Admin, technicianId: string) =>
  getDeskTechnician(admin, technicianId).catch((error) => {
    if (error instanceof DomainError && error.kind === "missing") return null;
    throw error;
  });

export type AlsoOfTechnicians = { dialog: TechnicianDialogData | null };

/** R406, R407. */
export const techniciansDesk: DeskList<DeskTechnician, TechnicianExtra, AlsoOfTechnicians> = {
  list: allTechniciansList,
  path: "/admin-technician",
  allDays: true,
  filters: [
    { name: "search", label: "technicians.search", maxLength: 60, find: true },
    {
      name: "total",
      label: "common.totalRequests",
      choices: (_admin, { locale }) =>
        totalBuckets.map((value) => ({ value, label: value === "more" ? say("technicians.more", {}, locale) : value })),
    },
  ],
  dialogs: acts,
  extras: technicianExtra,
  also: async (admin, { act: named, of }: DeskQuery) => {
    const act = acts.find((each) => each === named);
    return { dialog: act && of ? await dialogOf(admin, act, of) : null };
  },
};
