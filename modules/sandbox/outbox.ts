import { sql } from "kysely";
import { now } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { tenDigits } from "#modules/notifications/providers/recipients.ts";
import type { MessageChannel } from "#modules/notifications/templates/templates.ts";

/** A message sent through an emulated provider, as its recipient would read it. */
export type OutboxMessage = { channel: MessageChannel; to: string; text: string; at: Date };

/** Store a message, a phone as its ten digits; returns its id. */
export async function appendToOutbox(channel: MessageChannel, to: string, text: string): Promise<string> {
  const id = rowId();
  await unitOfWork(() =>
    rows(
      sql`insert into sandbox_outbox (id, channel, to_number, text, at) values (${id}, ${channel}, ${channel === "push" ? to : tenDigits(to)}, ${text}, ${now()})`,
    ),
  );
  return id;
}

const shown = 500;

/** The newest messages first, of one recipient or of all (at most 500). */
export const outboxMessages = (to?: string): Promise<OutboxMessage[]> =>
  unitOfWork(async () => {
    const messages = await rows<Omit<OutboxMessage, "at"> & { at: string }>(
      sql`select channel, to_number as to, text, at from sandbox_outbox
       where ${to ?? null}::text is null or to_number = ${to ?? null} order by id desc limit ${sql.lit(shown)}`,
    );
    return messages.map((message) => ({ ...message, at: new Date(message.at) }));
  });

/** `GET /sandbox/outbox?to=9876543210`: `[{channel,to,text,at}]`, newest first. */
export async function handleOutbox(request: Request): Promise<Response> {
  const recipient = new URL(request.url).searchParams.get("to");
  const to = recipient === null ? undefined : /^[\d+\s-]{10,}$/.test(recipient) ? tenDigits(recipient) : recipient;
  return Response.json(await outboxMessages(to), { headers: { "cache-control": "no-store" } });
}
