import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { clientOptions, optionsOf } from "#app/parts/clients/client-options.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import { allServices, clientNames } from "#modules/catalog/index.ts";
import { type ActorOf, isClient } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow, istDate, now } from "#modules/kernel/clock.ts";
import { preparedExports } from "#modules/kernel/lists/prepared-export.server.ts";
import { id, lenient, text } from "#modules/kernel/validation.ts";
import {
  countsAreBehind,
  insights,
  lastCheck,
  may,
  reportList,
  reportNumbers,
  reportSchedules,
  unservedDemandList,
} from "#modules/reports/index.ts";
import { insightDays, type ReportFile, reportFiles } from "#modules/reports/shared.ts";
import { may as mayInTickets } from "#modules/tickets/index.ts";
import { may as mayInWallet } from "#modules/wallet/index.ts";

const usual = 30;

/** How many prepared files are shown; the others stand on the page of files. */
const mostFiles = 10;

/** The report files that were prepared for an admin, with what each is about. */
async function preparedOf(admin: ActorOf<"admin">, nameOf: (client: string | undefined) => string | null) {
  const isReport = (list: string): list is ReportFile => (reportFiles as readonly string[]).includes(list);
  const files = (await preparedExports(admin)).flatMap(({ list, filter, ...file }) => {
    if (!isReport(list)) return [];
    const { from, to, client } = reportList.filter.parse(filter);
    return [{ ...file, list, from: from ?? null, to: to ?? null, client: nameOf(client) }];
  });
  return files.slice(0, mostFiles);
}

export const ReportQuery = z.object({
  /** How many days, today included, lie behind what is shown below the specified tables. */
  days: lenient(z.enum(insightDays.map(String)).transform(Number)),
  client: lenient(id),
  /** What was typed to find a client, without JavaScript (searchTextOf). */
  "client:search": lenient(text(60)),
  /** The page of the unserved demand. */
  ...placeFields,
});

/** The report page: the specified tables, and what happened to the requests of the last days. */
export async function reportView(admin: ActorOf<"admin">, query: z.output<typeof ReportQuery>, door: Door) {
  const ofClient = isClient(admin);
  const search = query["client:search"];
  const clients = ofClient ? null : await clientsToChoose(admin, { search, chosen: query.client });
  const client = clients?.options.find(({ value }) => value === query.client)?.value;
  const names = new Map(ofClient ? [] : (await clientNames(admin)).map((each) => [each.id, each.clientName]));
  const nameOf = (of: string | null | undefined) => names.get(of ?? "") ?? null;
  const length = query.days ?? usual;
  const days = { from: istDate(fromNow(-(length - 1) * day)), to: istDate() };
  const numbers = await reportNumbers(admin, client);
  const analysis = await insights(admin, { ...days, client });
  const check = await lastCheck();
  const { after, before } = query;
  const demand = await unservedDemandList.page(admin, {
    after,
    before,
    client,
    from: fromIst(days.from),
    to: now(),
    take: 10,
  });
  return {
    at: now(),
    behind: await countsAreBehind(),
    numbers,
    insights: analysis,
    demand,
    length,
    days,
    /** The clients to choose from, and in the form of what the clock prepares; null where there are none. */
    clients,
    scheduledClients: clients && (await clientOptions(admin, door, { name: "client", chosen: client })),
    clientSearch: search ?? "",
    services: (await allServices()).map(({ id: value, serviceName: name }) => ({ value, name })),
    schedules: (await reportSchedules(admin)).map((each) => ({ ...each, client: nameOf(each.clientId) })),
    files: await preparedOf(admin, nameOf),
    client: client ?? null,
    /** The list that a number opens, for who may see requests. */
    list: mayInTickets(admin, "openRequests") ? (ofClient ? "/b2b-ticket" : "/Tickets") : null,
    /** Whether the house's money is among the numbers. */
    house: may(admin, "readHouse") && !client,
    /** The wallets behind the revenue, for who may see them. */
    wallets: mayInWallet(admin, "seeWallets"),
    check: ofClient ? null : check,
  };
}

/** The clients whose numbers may be asked for; null where there are none. */
async function clientsToChoose(admin: ActorOf<"admin">, sought: Parameters<typeof optionsOf>[1]) {
  const clients = await optionsOf(admin, sought);
  return clients.options.length > 0 || clients.searchAt ? clients : null;
}

export type ReportView = Awaited<ReturnType<typeof reportView>>;
