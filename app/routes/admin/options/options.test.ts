import { expect, test } from "vitest";
import { aBrowser } from "#app/testing/a-browser.ts";
import { aDesk, doorArgs } from "#app/testing/a-desk.ts";
import { drawn } from "#app/testing/a-page.tsx";
import type { OptionsAnswer } from "#app/ui/combobox/options.ts";
import { clientsAtOnce } from "#modules/catalog/index.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aClient } from "#modules/testing/factories.ts";
import * as userForm from "../access/user-form/route.tsx";
import * as report from "../reports/insights/route.tsx";
import { loader } from "./clients.ts";

openDatabase();

/* The options of selects that may have thousands: the page has some, the server finds the others. */

const padded = (n: number) => String(n).padStart(2, "0");
const find = async (cookie: string, query = "") =>
  (await loader(doorArgs(`/options/clients${query}`, cookie) as never)) as unknown as Response;
const labels = async (answer: Response) => ((await answer.json()) as OptionsAnswer).options.map(({ label }) => label);
/** The options of the select of clients, the last one of the form. */
const optionsIn = (html: string) =>
  [...html.slice(html.lastIndexOf("<select")).matchAll(/<option value="([0-9a-f-]{36})"/g)].map(([, value]) => value);

test("few clients are all on the page, and nothing is searched", async () => {
  await aClient({ clientName: "Acme Cooling" });
  const { html } = await drawn("/add-user", await aDesk(), [userForm]);
  expect(optionsIn(html)).toHaveLength(1);
  expect(html).not.toContain("searchOptions");
});

test("of many clients a page has some, the server finds the others by words, and the form does without JavaScript", async () => {
  for (let n = 0; n < clientsAtOnce; n++) await aClient({ clientName: `Shop ${padded(n)}` });
  const zenith = await aClient({ clientName: "Zenith Power 9876543210" });
  const gone = await aClient({ clientName: "Zenith Closed", isActive: false });
  const superior = await aDesk();
  const { html } = await drawn("/add-user", superior, [userForm]);
  expect(optionsIn(html)).toHaveLength(clientsAtOnce);
  expect(optionsIn(html)).not.toContain(zenith.id);
  expect(html).toContain('name="searchOptions" value="clientId"');

  expect(await labels(await find(superior, "?q=pow%20zen"))).toEqual(["Zenith Power 9876543210"]);
  expect(((await (await find(superior)).json()) as OptionsAnswer).options).toHaveLength(clientsAtOnce);
  expect((await (await find(superior, "?q=shop")).json()) as OptionsAnswer).toMatchObject({ more: false });
  // As its reader sees the names: what is masked finds nothing.
  const agent = await aDesk(["add_ticket"]);
  expect(await labels(await find(agent, "?q=9876543210"))).toEqual([]);
  expect((await labels(await find(agent, "?q=zenith"))).join()).not.toContain("98765");
  const ofClient = await aDesk(["view_ticket.full_access"], gone.id);
  expect(await labels(await find(ofClient, "?q=shop"))).toEqual([]);
  const other = await find(await aDesk(["view_banner"]), "?q=zen").catch((refused: unknown) => refused as Response);
  expect(other.status).toBe(403);

  // A browser without JavaScript sends the form to search: nothing is done, and what was typed stays.
  const [name, value] = superior.split("=") as [string, string];
  const { ask, take, jar } = aBrowser({ cookies: { [name]: decodeURIComponent(value) } });
  const body = new URLSearchParams({
    intent: "create",
    userName: "neha.typed",
    clientId: "",
    "clientId:search": "zenith",
    searchOptions: "clientId",
  });
  const answer = (await userForm.action(ask("/add-user", { method: "POST", body }) as never)) as unknown as Response;
  take(answer.headers);
  const to = answer.headers.get("location")!;
  const cookies = [...jar].map(([key, text]) => `${key}=${encodeURIComponent(text)}`).join("; ");
  const searched = await drawn(to, cookies, [userForm]);
  expect(optionsIn(searched.html)).toEqual([zenith.id]);
  expect(searched.html).toContain('value="neha.typed"');
  expect(searched.html).not.toContain('role="alert"');
});

test("the report page has some of many clients, with the chosen one, and searches by its address", async () => {
  for (let n = 0; n < clientsAtOnce; n++) await aClient({ clientName: `Report ${padded(n)}` });
  const zulu = await aClient({ clientName: "Zulu Cooling" });
  const cookie = await aDesk(["view_dashboard_full_access"]);
  const page = (query = "") => drawn(`/report-page${query}`, cookie, [report]);
  const first = await page();
  expect(first.html).not.toContain(zulu.id);
  const chosen = `<option value="${zulu.id}" selected="">Zulu Cooling</option>`;
  // Of the page, of a file, and of what the clock prepares.
  expect((await page(`?client=${zulu.id}`)).html.split(chosen)).toHaveLength(4);
  const searched = (await page("?client%3Asearch=zulu&searchOptions=client")).html;
  expect(searched.split("data-client")[1]!.split("</select>")[0]).toContain(`<option value="${zulu.id}">`);
  expect(searched.split("data-client")[1]!.split("</select>")[0]).not.toContain("Report 00");
});
