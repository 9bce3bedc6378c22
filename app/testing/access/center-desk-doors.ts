import { randomUUID } from "node:crypto";
import type { Knock } from "./ask.ts";
import { form, page } from "./web-ask.ts";

const seeing = { for: ["admin"], needs: ["view_center_details.full_access"] } as const;
const keeping = { for: ["admin"], needs: ["update_center.full_access"] } as const;
const removing = {
  for: ["admin"],
  needs: ["view_center_details.full_access", "delete_center_details.full_access"],
} as const;

const noCenter = { centerId: randomUUID() };
const acts = {
  capacity: { ...noCenter, ticketAcceptLimit: "5" },
  clients: { ...noCenter, clientIds: "" },
  trial: noCenter,
  disable: { ...noCenter, version: "1", disabledFor: "", remark: "Papers are missing" },
};

/** The acts on a center, as each page that shows one offers them. */
const actsAt = (line: string, path: string): [string, Knock][] => [
  ...Object.entries(acts).map(([intent, sent]): [string, Knock] => [
    `POST ${line} ${intent}`,
    form(path, intent, { ...keeping, with: sent }),
  ]),
  [`POST ${line} delete`, form(path, "delete", { ...removing, with: noCenter })],
];

/** What operators see and change of centers, which belong to no client. The center named is not there. */
export const centerDeskDoors: Record<string, Knock> = {
  ...Object.fromEntries(actsAt("/admin-centers", "/admin-centers")),
  ...Object.fromEntries(actsAt("/edit-center", "/edit-center")),
  "GET /view-center/:id": page(`/view-center/${randomUUID()}`, seeing),
  ...Object.fromEntries(actsAt("/view-center/:id", `/view-center/${randomUUID()}`)),
  "GET /center-history/:centerId": page(`/center-history/${randomUUID()}`, seeing),
};
