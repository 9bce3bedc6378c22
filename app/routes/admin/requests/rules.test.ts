import { expect, test } from "vitest";
import { serve } from "#app/api/serve/serve.server.ts";
import { lookOf } from "#app/parts/tickets/status.tsx";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { lastingAt } from "#app/ui/feedback/lasting.ts";
import { now } from "#modules/kernel/clock.ts";
import { adminToken } from "#modules/testing/admin-token.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient, anAddress, anAdmin, aTicket } from "#modules/testing/factories.ts";
import { aJob } from "#modules/testing/work.ts";
import { broadcastStatuses, ticketCreators, ticketStatuses } from "#modules/tickets/labels.ts";
import { loader as all } from "./all/route.tsx";
import { loader as noService } from "./no-service/route.tsx";
import { loader as ofClient } from "./of-client/route.tsx";
import { loader as ofClients } from "./of-clients/route.tsx";
import { loader as pending } from "./pending/route.tsx";

openDatabase();

/* Rules of the operators' screens that no other test proves. */

type Shown = {
  data: {
    rows: { id: string; status: string }[];
    total?: unknown;
    pages: { next: string | null; previous: string | null };
  };
};
type Loader = (args: ReturnType<typeof doorArgs>) => Promise<unknown>;
const rowsOf = async (loader: unknown, path: string, cookie: string) =>
  ((await (loader as Loader)(doorArgs(path, cookie))) as Shown).data.rows;

test("R017, R018 a call takes its token as access-token, x-access-token or bearer, and as nothing else", async () => {
  const { id } = await anAdmin({ permissions: ["view_ticket.full_access"] });
  const token = await adminToken(id);
  const status = async (headers: Record<string, string>) => {
    const request = new Request("http://localhost/api/admin/get-all-B2B-ticket", { headers });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "tokens" } })).status;
  };
  for (const [name, value] of [
    ["access-token", token],
    ["x-access-token", token],
    ["authorization", `Bearer ${token}`],
  ] as const)
    expect([name, await status({ [name]: value })]).toEqual([name, 200]);
  expect(await status({ authorization: `Basic ${token}` })).toBe(401);
  expect(await status({ token: token })).toBe(401);
});

test("R019 a call about wallets takes the token in Authorization beside access-token, bare or as bearer", async () => {
  const { id } = await anAdmin({ permissions: ["adjust_wallet"] });
  const token = await adminToken(id);
  const answerTo = async (headers: Record<string, string>) => {
    const request = new Request("http://localhost/api/admin/send-refund-in-wallet-technician", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", ...headers },
    });
    return (await serve({ request, params: {}, context: { address: anAddress(), requestId: "wallets" } })).status;
  };
  // Past the gate, what was sent is refused: nothing was.
  for (const authorization of [token, `Bearer ${token}`])
    expect(await answerTo({ "access-token": token, authorization }), authorization.slice(0, 6)).toBe(422);
  for (const authorization of [token, ` ${token} `, `Bearer ${token}`, `bearer  ${token}`])
    expect(await answerTo({ authorization }), authorization).toBe(422);
  for (const authorization of [`Basic ${token}`, `${token} ${token}`, "Bearer", "", "nobody"])
    expect(await answerTo({ authorization }), authorization).toBe(401);
  // The session is that of access-token: another's Authorization neither opens nor closes the door.
  expect(await answerTo({ "access-token": token, authorization: "Bearer nobody" })).toBe(422);
  expect(await answerTo({ "access-token": "nobody", authorization: `Bearer ${token}` })).toBe(401);
});

test("R203 the lists of all and of no service show the displayed status, a client's list the raw one", async () => {
  const cookie = await aDesk();
  const { ticket } = await aJob({ serviceAvailable: false, clientId: (await aClient()).id });
  const statusIn = async (loader: unknown, path: string) =>
    (await rowsOf(loader, `${path}?days=all`, cookie)).find(({ id }) => id === ticket.publicId)?.status;
  expect(await statusIn(all, "/Tickets")).toBe("Technician Assigned");
  expect(await statusIn(noService, "/noService-ticket")).toBe("Technician Assigned");
  expect(await statusIn(ofClient, "/b2b-ticket")).toBe("ACCEPTED");
});

test("R204 each displayed status has its colour, and anything else is red", () => {
  expect(
    ["Technician Assigned", "Technician Not Assigned", "PENDING", "VERIFIED", "CLOSED", "CANCEL", "ON_HOLD"].map(
      lookOf,
    ),
  ).toEqual(["assigned", "open", "pending", "verified", "closed", "bad", "bad"]);
});

test("R214, R215, R216 a request's values are the specified ones, and those of the punch review", () => {
  expect(ticketStatuses).toEqual(["PENDING", "ACCEPTED", "VERIFIED", "CLOSED", "CANCEL", "ON_HOLD", "REJECT"]);
  expect([...ticketCreators].toSorted()).toEqual([
    "CENTER",
    "PUBLIC",
    "PUBLIC_APP",
    "PUBLIC_WITH_CENTER_QR",
    "PUBLIC_WITH_DELAR_QR",
    "SUPER_ADMIN",
  ]);
  expect([...broadcastStatuses].toSorted()).toEqual([
    "accepted after broadcast",
    "broadcasted",
    "matched_in_same_center",
  ]);
});

test("R221, R465 each list shows ten rows, and leads to the eleventh and back", async () => {
  const cookie = await aDesk();
  const clientId = (await aClient()).id;
  for (let n = 0; n < 11; n++) await aTicket({ createdAt: now(), serviceAvailable: false, clientId });
  for (const [path, loader] of Object.entries({
    "/Tickets": all,
    "/noService-ticket": noService,
    "/b2b-ticket": ofClient,
    "/pending-ticket": pending,
    "/all-client-ticket": ofClients,
  })) {
    const at = async (query: string) => {
      const { data } = (await (loader as unknown as Loader)(doorArgs(`${path}?${query}`, cookie))) as Shown;
      return { rows: data.rows.map(({ id }) => id), pages: data.pages };
    };
    const first = await at("days=all");
    expect(first.rows, path).toHaveLength(10);
    expect([first.pages.next, first.pages.previous], path).toEqual([expect.any(String), null]);
    const second = await at(new URLSearchParams({ days: "all", after: first.pages.next! }).toString());
    expect(second.rows.length, path).toBeGreaterThan(0);
    // R233: what is answered takes the place of the rows before.
    expect(
      second.rows.filter((id) => first.rows.includes(id)),
      path,
    ).toEqual([]);
    expect(second.pages.previous, path).toEqual(expect.any(String));
  }
});

test("R320 a toast stays five seconds, three on the list of all requests, on wallets and offers", () => {
  expect(["/Tickets", "/all-tickets", "/wallet", "/offers"].map(lastingAt)).toEqual([3000, 3000, 3000, 3000]);
  expect(["/pending-ticket", "/view-ticket", "/wallet-approvals"].map(lastingAt)).toEqual([5000, 5000, 5000]);
});
