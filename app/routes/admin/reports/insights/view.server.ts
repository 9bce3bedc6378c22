import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { placeFields } from "#app/parts/lists/place.ts";
import { activeClients, allServices } from "#modules/catalog/index.ts";
import { type ActorOf, isClient } from "#modules/kernel/actor.ts";
import { day, fromIst, fromNow, istDate, now } from "#modules/kernel/clock.ts";
import { preparedExports } from "#modules/kernel/lists/prepared-export.server.ts";
import { id, lenient } from "#modules/kernel/validation.ts";
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
async function preparedOf(admin: ActorOf<"admin">, clients: readonly { value: string; name: string }[]) {
  const isReport = (list: string): list is ReportFile => (reportFiles as readonly string[]).includes(list);
  const files = (await preparedExports(admin)).flatMap(({ list, filter, ...file }) => {
    if (!isReport(list)) return [];
    const { from, to, client } = reportList.filter.parse(filter);
    const name = clients.find(({ value }) => value === client)?.name ?? null;
    return [{ ...file, list, from: from ?? null, to: to ?? null, client: name }];
  });
  return files.slice(0, mostFiles);
}

export const ReportQuery = z.object({
  /** How many days, today included, lie behind what is shown below the specified tables. */
  days: lenient(z.enum(insightDays.map(String)).transform(Number)),
  client: lenient(id),
  /** The page of the unserved demand. */
  ...placeFields,
});

/** The report page: the specified tables, and what happened to the requests of the last days. */
export async function reportView(admin: ActorOf<"admin">, query: z.output<typeof ReportQuery>, _door: Door) {
  const ofClient = isClient(admin);
  const clients = ofClient
    ? []
    : (await activeClients(admin)).map(({ id: value, clientName }) => ({ value, name: clientName }));
  const client = clients.find(({ value }) => value === query.client)?.value;
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
    clients,
    services: (await allServices()).map(({ id: value, serviceName: name }) => ({ value, name })),
    schedules: await reportSchedules(admin),
    files: await preparedOf(admin, clients),
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
export type ReportView = Awaited<ReturnType<typeof reportView>>;
