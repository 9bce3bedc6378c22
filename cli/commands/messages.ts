import { z } from "zod";
import { day, hour, istDate, istTime, minute, now } from "#modules/kernel/clock.ts";
import { languageName, locales, messageKeys, missingTexts } from "#modules/messages/index.ts";
import {
  getMessage,
  listMessages,
  type MessageLine,
  messagesIn,
  retryMessage,
  templateRegistry,
} from "#modules/notifications/index.ts";
import { MessageFilter } from "#modules/notifications/shared.ts";
import { withDatabase } from "../embedded/database.ts";
import { house } from "../house.ts";
import { type GlobalOptions, painted, show, tell, UsageError } from "../run.ts";
import { table } from "../table.ts";

type ListOptions = GlobalOptions & { to?: string; state?: string; since?: string; take: number };

/** `messages`: the log, newest first; recipients are masked. */
export async function list(options: ListOptions) {
  const filter = MessageFilter.safeParse({
    ...(options.to && { to: options.to }),
    ...(options.state && { state: options.state }),
    ...(options.since && { since: instant(options.since) }),
    take: options.take,
  });
  if (!filter.success)
    throw new UsageError(filter.error.issues.map(({ path }) => `--${path.join(".")} is out of range`).join("\n"));
  const lines = await withDatabase(() => listMessages(filter.data));
  show(lines, lines.length > 0 ? listed(lines, options) : "No message fits.", options);
}

/** `messages retry <id>`: runs a message's job again; without --yes, and with --dry-run, it only prints which. */
export async function retry(options: GlobalOptions & { yes?: boolean; dryRun?: boolean }, id: string) {
  if (!z.uuid().safeParse(id).success)
    throw new UsageError(`'${id}' is no id of a message: \`messages --json\` shows them`);
  const message = await withDatabase(async () => {
    const storedMessage = await getMessage(id);
    if (options.yes && !options.dryRun) await retryMessage(house(), id);
    return storedMessage;
  });
  const words = `${message.template} to ${message.recipient} (${message.channel}, ${message.status})`;
  if (options.dryRun) return show({ wouldRetry: message }, `would send again: ${words}`, options);
  if (!options.yes) throw new UsageError(`This sends again: ${words}\nSay --yes to do it.`);
  tell("The worker sends it now.", options);
  show({ retried: message }, `queued again: ${words}`, options);
}

/**
 * `messages templates`: the texts to register on the DLT portal and the flows to make of them at MSG91, with the line of
 * the configuration that names these; `--json` writes the file that DLT_REGISTER reads.
 */
export async function templates(options: GlobalOptions) {
  const rows = templateRegistry();
  const texts = rows.map(({ name, templateId, text, flow, flowId }) =>
    [`${name}  ${templateId}`, `DLT:   ${text}`, `MSG91: ${flow}`, `       ${flowId || "no flow id yet"}`, ""].join(
      "\n",
    ),
  );
  const ids = rows.map(({ name, flowId }) => `${name}=${flowId}`).join(",");
  show(rows, `${texts.join("\n")}\nMSG91_TEMPLATES=${ids}`, options);
}

/**
 * `messages languages`: each language with a folder, the texts it lacks, and the messages (SMS, WhatsApp, push) it lacks;
 * all of them are said in English. `--json` names them.
 */
export async function languages(options: GlobalOptions) {
  const messages = messagesIn("en");
  const rows = locales.map((locale) => {
    const own = new Set(messagesIn(locale));
    return {
      language: locale,
      name: languageName(locale, "en"),
      missingTexts: missingTexts(locale),
      missingMessages: messages.filter((name) => !own.has(name)),
    };
  });
  const cells = rows.map(({ language, name, missingTexts, missingMessages }) => [
    language,
    name,
    `${messageKeys.length - missingTexts.length} of ${messageKeys.length}`,
    `${messages.length - missingMessages.length} of ${messages.length}`,
  ]);
  show(rows, table(["language", "name", "texts", "messages"], cells, options), options);
}

/** `2h`, `3d`, `15m`, or a date. */
function instant(since: string): Date {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(since) ?? [];
  if (count && unit)
    return new Date(now().getTime() - Number(count) * { m: minute, h: hour, d: day }[unit as "m" | "h" | "d"]);
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(since) ? `${since}T00:00:00+05:30` : since);
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`--since: '${since}' is neither a time such as 2h or 3d nor a date`);
  return at;
}

const colours = { delivered: "green", sent: "green", given_up: "red", failed: "red" } as const;

const listed = (lines: MessageLine[], options: GlobalOptions) =>
  table(
    ["at", "state", "by", "template", "to", "tries", "error", "id"],
    lines.map((line) => [
      `${istDate(line.createdAt)} ${istTime(line.createdAt)}`,
      line.status in colours
        ? painted(colours[line.status as keyof typeof colours], line.status, options)
        : line.status,
      line.channel,
      line.template,
      line.recipient,
      String(line.tries),
      line.error ?? "",
      line.id,
    ]),
    options,
  );
