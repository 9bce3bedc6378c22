import { sql } from "kysely";
import { expect, test } from "vitest";
import { serve } from "#app/api/serve/serve.server.ts";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import type { Permission } from "#modules/kernel/actor.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { type MessageKey, say } from "#modules/messages/index.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aBroadcastTicket, aCenter, aClient, anAddress, anAdmin, aTicket } from "#modules/testing/factories.ts";
import { loader as all, action as allAct } from "./all/route.tsx";
import { loader as broadcasts } from "./broadcasts/route.tsx";
import { loader as byCenters } from "./by-centers/route.tsx";
import { loader as closed } from "./closed/route.tsx";
import { loader as addForClients } from "./form/client.tsx";
import { loader as form } from "./form/route.tsx";
import { loader as noService } from "./no-service/route.tsx";
import { loader as ofClients } from "./of-clients/route.tsx";
import { loader as pending } from "./pending/route.tsx";
import { loader as rides } from "./rides/route.tsx";
import { loader as view, action as viewAct } from "./view/route.tsx";

openDatabase();

/*
 * A role that may see one list and nothing else: every other screen, act and call is refused with its
 * own text, and nothing happens.
 */

const general = "No permission , contact admin";
const noUpdate = "No permission to update ticket , contact admin";
const noAdd = "No permission to add ticket , contact admin";

const lists = {
  "/Tickets": { loader: all, can: "view_ticket.full_access" },
  "/all-client-ticket": { loader: ofClients, can: "view_ticket.full_access" },
  "/erickshaw-ticket": { loader: rides, can: "view_ticket.full_access" },
  "/pending-ticket": { loader: pending, can: "view_pending_ticket" },
  "/center-ticket": { loader: byCenters, can: "view_pending_ticket" },
  "/close-ticket": { loader: closed, can: "view_closed_ticket" },
  "/noService-ticket": { loader: noService, can: "view_center_ticket" },
  "/broad-casted-list": { loader: broadcasts, can: "view_broadcastedList" },
} as const satisfies Record<string, { loader: unknown; can: Permission }>;
const flags = [...new Set(Object.values(lists).map(({ can }) => can))];

/** The acts of a request's dialogs, and what who may not do them is told. */
const acts = {
  assign: noUpdate,
  reassign: noUpdate,
  broadcast: noUpdate,
  close: noUpdate,
  remarks: noUpdate,
  centerRemarks: noUpdate,
  cancel: noUpdate,
  previewPincode: noUpdate,
  pincode: noUpdate,
  requirement: noUpdate,
  reveal: noUpdate,
  revealPartner: noUpdate,
  rebook: noAdd,
  revisit: noAdd,
  delete: general,
  undoDelete: general,
};

/** The calls of the acts; `{id}` is the request. */
const calls = {
  "POST admin/assigning-ticket-technician": noUpdate,
  "POST admin/change-ticket-technician": noUpdate,
  "POST admin/admin-broadcast": noUpdate,
  "POST admin/close-ticket": noUpdate,
  "POST admin/close-ticket-by-admin": noUpdate,
  "POST admin/update-ticket": noUpdate,
  "POST admin/update-ticket-pincode": noUpdate,
  "POST admin/update-specific-requirement": noUpdate,
  "POST admin/onboarding-team-remarks": noUpdate,
  "POST admin/add-broadcast-remarks-team": noUpdate,
  "POST admin/update-punch-ticket": noUpdate,
  "PUT admin/cancelTickets/{id}": noUpdate,
  "POST center/public-ticket-by-superadmin": noAdd,
  "DELETE admin/deleteTickets/{id}": general,
  "POST admin/send-refund-in-wallet-technician": general,
};

type Loader = (args: ReturnType<typeof doorArgs>) => Promise<unknown>;
type Shown = {
  data: { rows?: { offered?: { act: string }[] }[]; acts?: { offered: { act: string }[] }; problem?: MessageKey };
  init?: { status?: number } | null;
};

/** What a loader or an action answers, thrown or not. */
const answerOf = async (door: unknown, args: ReturnType<typeof doorArgs>) =>
  (await (door as Loader)(args).catch((thrown: unknown) => thrown)) as Shown;
const refusal = ({ data, init }: Shown) => [init?.status, data?.problem && say(data.problem)];

async function call(key: string, id: string, token: string) {
  const [method = "", path = ""] = key.split(" ");
  const body = method === "DELETE" ? {} : { body: JSON.stringify({ ticket_obj_id: id, reason: "x" }) };
  const request = new Request(`http://localhost/api/${path.replace("{id}", id)}`, {
    method,
    headers: { "access-token": token, "content-type": "application/json" },
    ...body,
  });
  const answer = await serve({ request, params: {}, context: { address: anAddress(), requestId: "limited" } });
  return [answer.status, (await answer.json()).message];
}

const stateOf = (id: string) =>
  row(
    sql`select md5(t::text) as ticket, (select count(*) from history where subject_id = t.id) as told,
            (select count(*) from tickets) as tickets from tickets t where id = ${id}`,
  );

test.each(flags)(
  "R325, R326 a role that may only see the lists of %s is refused all else to the letter, and acts on nothing",
  async (flag) => {
    const cookie = await aDesk([flag]);
    const { id: adminId } = await anAdmin({ permissions: [flag] });
    const token = await adminToken(adminId);
    const { ticket } = await aBroadcastTicket([await aCenter()], { clientId: (await aClient()).id });
    const center = await aCenter();
    await aTicket({ status: "CLOSED", closedAt: new Date() });
    await aTicket({ serviceAvailable: false });
    await aTicket({ createdBy: "CENTER", createdByCenterId: center.id });
    const before = await stateOf(ticket.id);

    for (const [path, { loader, can }] of Object.entries(lists)) {
      const shown = await answerOf(loader, doorArgs(`${path}?days=all`, cookie));
      if (can !== flag) expect([path, ...refusal(shown)]).toEqual([path, 403, general]);
      else if (path === "/erickshaw-ticket") expect(shown.data.rows).toEqual([]);
      else expect(shown.data.rows?.length, path).toBeGreaterThan(0);
      if (can === flag)
        for (const { offered = [] } of shown.data.rows!)
          expect([path, offered.map(({ act }) => act).filter((act) => act !== "view")]).toEqual([path, []]);
    }
    const page = await answerOf(view, doorArgs(`/view-ticket?ticketId=${ticket.publicId}`, cookie));
    if (flag === "view_broadcastedList") expect(refusal(page)).toEqual([403, general]);
    else expect(page.data.acts?.offered.map(({ act }) => act)).toEqual(["view"]);
    for (const [path, loader, text] of [
      ["/admin-ticket", form, noAdd],
      ["/add-client-ticket", addForClients, noAdd],
      [`/admin-ticket?edit=${ticket.publicId}`, form, noUpdate],
    ] as const)
      expect([path, ...refusal(await answerOf(loader, doorArgs(path, cookie)))]).toEqual([path, 403, text]);

    // No button of these is shown to this role; posted by hand they are refused as well.
    for (const [intent, text] of Object.entries(acts))
      for (const [path, door] of [
        [`/view-ticket?ticketId=${ticket.publicId}`, viewAct],
        ["/Tickets", allAct],
      ] as const) {
        const answer = await answerOf(
          door,
          doorArgs(path, cookie, { intent, ticketId: ticket.publicId, reason: "visit" }),
        );
        expect([intent, path, ...refusal(answer)]).toEqual([intent, path, 403, text]);
      }
    for (const [key, text] of Object.entries(calls))
      expect([key, ...(await call(key, ticket.publicId, token))]).toEqual([key, 403, text]);
    expect(await stateOf(ticket.id)).toEqual(before);
  },
);
