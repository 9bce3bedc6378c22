import { clientNamed } from "#modules/catalog/index.ts";
import { istDate, istTime } from "#modules/kernel/clock.ts";
import { id } from "#modules/kernel/validation.ts";
import {
  addEndpoint,
  changeEndpoint,
  endpointNamed,
  endpointsOf,
  listDeliveries,
  removeEndpoint,
  renewSecret,
  replayDelivery,
  replayFailedDeliveries,
  sendTest,
  switchEndpoint,
} from "#modules/notifications/index.ts";
import {
  AddEndpoint,
  ChangeEndpoint,
  type DeliveryState,
  type MadeEndpoint,
  type RenewSecret,
  webhookEvents,
} from "#modules/notifications/shared.ts";
import { withDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { type GlobalOptions, show, UsageError } from "../run.ts";
import { table } from "../table.ts";

const cli = house();
const moment = (at: Date | null, none = "") => (at ? `${istDate(at)} ${istTime(at)}` : none);

/** `clients webhooks list <client>`: a client's endpoints, oldest first; never a secret. */
export async function list(options: GlobalOptions, client: string) {
  const { endpoints } = await withDatabase(async () => endpointsOf(cli, (await clientNamed(client)).id));
  const words = table(
    ["address", "state", "events", "waiting", "given up", "last delivered", "id"],
    endpoints.map(({ url, state, events, waiting, givenUp, deliveredAt, id }) => [
      url,
      state,
      events.length === webhookEvents.length ? "all" : events.join(" "),
      String(waiting),
      String(givenUp),
      moment(deliveredAt, "never"),
      id,
    ]),
    options,
  );
  show(endpoints, endpoints.length > 0 ? words : "The client has no webhook.", options);
}

type Adding = GlobalOptions & { url: string; event?: string[]; dryRun?: boolean };

/** `clients webhooks add <client>`: a new endpoint, whose secret is printed once. */
export async function add({ url, event, dryRun, ...options }: Adding, client: string) {
  const made = await withDatabase(async () => {
    const { id: clientId, clientName } = await clientNamed(client);
    const input = AddEndpoint.parse({ clientId, url, events: event ?? webhookEvents });
    const added = await addEndpoint(cli, input, { dryRun: Boolean(dryRun) });
    return added ?? { clientName, ...input };
  });
  if ("secret" in made) return tellSecret(made, options);
  show(made, `Would tell ${made.url} of ${made.events.join(", ")} of ${made.clientName}.`, options);
}

type Ending = GlobalOptions & { dryRun?: boolean; yes?: boolean };

type Changing = Ending & { url?: string; event?: string[] };

/** `clients webhooks change <endpoint>`: another address, or other events. */
export async function change({ url, event, ...options }: Changing, endpoint: string) {
  if (!url && !event) throw new UsageError("--url or --event says what changes");
  await withDatabase(async () => {
    const { endpointId, url: before, clientId } = await agreed(endpoint, options, "changed");
    if (!endpointId) return;
    const { endpoints } = await endpointsOf(cli, clientId);
    const { events } = endpoints.find((each) => each.id === endpointId)!;
    const input = ChangeEndpoint.parse({ endpointId, url: url ?? before, events: event ?? events });
    await changeEndpoint(cli, input);
    show({ id: endpointId, ...input }, `Changed: ${input.url}`, options);
  });
}

/** `clients webhooks renew <endpoint>`: a new secret, printed once. */
export async function renew({ overlap, ...options }: Ending & { overlap: RenewSecret["overlap"] }, endpoint: string) {
  const made = await withDatabase(async () => {
    const { endpointId } = await agreed(endpoint, options, "given a new secret");
    return endpointId ? renewSecret(cli, { endpointId, overlap }) : undefined;
  });
  if (made) tellSecret(made, options);
}

/** `clients webhooks switch <endpoint> on|off`. */
export async function turn(options: Ending, endpoint: string, state: string) {
  const on = state === "on" ? "on" : "off";
  await withDatabase(async () => {
    const { endpointId, url } = await agreed(endpoint, options, `switched ${on}`);
    if (!endpointId) return;
    const { changed } = await switchEndpoint(cli, { endpointId, on });
    const words = changed ? `Switched ${on}: ${url}` : `Nothing was changed: ${url} was ${on} already`;
    show({ id: endpointId, url, on: on === "on", changed }, words, options);
  });
}

/** `clients webhooks remove <endpoint>`: the endpoint and its log. */
export async function remove(options: Ending, endpoint: string) {
  await withDatabase(async () => {
    const { endpointId, url } = await agreed(endpoint, options, "removed with its log");
    if (!endpointId) return;
    await removeEndpoint(cli, { endpointId });
    show({ id: endpointId, url }, `Removed: ${url}`, options);
  });
}

type Reading = GlobalOptions & { state?: DeliveryState; after?: string };

/** `clients webhooks deliveries <endpoint>`: a page of its log, newest first. */
export async function deliveries({ state, after, ...options }: Reading, endpoint: string) {
  const page = await withDatabase(async () => {
    const { id: endpointId, clientId } = await endpointNamed(named(endpoint));
    return listDeliveries(cli, { clientId, endpointId, state, after, take: 50 });
  });
  const words = table(
    ["happened", "event", "request", "state", "attempts", "answered", "why not", "ms", "next", "id"],
    page.rows.map(
      ({ createdAt, event, request, state: became, attempts, answered, error, tookMs, nextAt, id: one }) => [
        moment(createdAt),
        event,
        request ?? "",
        became,
        String(attempts),
        String(answered ?? ""),
        error ?? "",
        String(tookMs ?? ""),
        moment(nextAt),
        one,
      ],
    ),
    options,
  );
  const more = page.next ? `\nMore: --after ${page.next}` : "";
  const { rows, next } = page;
  show({ rows, next }, rows.length > 0 ? `${words}${more}` : "Nothing was sent there.", options);
}

/** `clients webhooks replay <endpoint>`: everything that was given up, or one delivery. */
export async function replay({ delivery, ...options }: Ending & { delivery?: string }, endpoint: string) {
  await withDatabase(async () => {
    const what = delivery ? `sent ${delivery} again` : "sent again what it was given up on";
    const { endpointId, url } = await agreed(endpoint, options, what);
    if (!endpointId) return;
    if (delivery) await replayDelivery(cli, { deliveryId: named(delivery), endpointId });
    const count = delivery ? 1 : await replayFailedDeliveries(cli, { endpointId });
    show({ id: endpointId, url, count }, `Sent again to ${url}: ${count}`, options);
  });
}

/** `clients webhooks test <endpoint>`: a test is on its way. */
export async function test(options: Ending, endpoint: string) {
  await withDatabase(async () => {
    const { endpointId, url } = await agreed(endpoint, options, "sent a test");
    if (!endpointId) return;
    await sendTest(cli, { endpointId });
    show({ id: endpointId, url }, `A test is on its way to ${url}`, options);
  });
}

function named(text: string): string {
  const read = id.safeParse(text);
  if (!read.success) throw new UsageError(`${text} is no id; clients webhooks list tells them`);
  return read.data;
}

/** The endpoint meant, when it shall be done; with --dry-run only said, without --yes refused. */
async function agreed(endpoint: string, options: Ending, done: string) {
  const { id: endpointId, url, clientId } = await endpointNamed(named(endpoint));
  if (!options.dryRun && !options.yes) throw new UsageError(`${url} would be ${done}.\nSay --yes to do it.`);
  if (options.dryRun) show({ id: endpointId, url }, `Would be ${done}: ${url}`, options);
  return { endpointId: options.dryRun ? undefined : endpointId, url, clientId };
}

const tellSecret = (made: MadeEndpoint, options: GlobalOptions) =>
  show(
    made,
    `${made.secret}\nThis is the only time it is shown: keep it where the receiver keeps its secrets.`,
    options,
  );
