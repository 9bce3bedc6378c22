import { randomUUIDv7 } from "node:crypto";
import { localeOf, operatorsToAlert } from "../access/index.ts";
import { system } from "../kernel/actor.ts";
import { now } from "../kernel/clock.ts";
import { row, rows, transaction } from "../kernel/db.server.ts";
import { env } from "../kernel/env.server.ts";
import { sendSms } from "../kernel/gateways/sms.server.ts";
import { record } from "../kernel/history.ts";
import { deliver } from "./deliver.ts";
import { asVariable, ticketFacts } from "./facts.ts";

/**
 * Whom to alert about a request nobody accepted: once for a ticket, with its history row. Where no operator has a
 * phone, a withheld message row says so, so that the escalation is never lost without a trace.
 */
export const operatorsFor = (ticketId: string): Promise<string[]> =>
  transaction(async () => {
    const waiting = await row("select 1 from tickets where id = $1 and deleted_at is null for update", [ticketId]);
    if (!waiting) return [];
    const operators = await operatorsToAlert();
    if (operators.length === 0) {
      await rows(
        `insert into messages (id, cause, channel, template, recipient, ticket_id, status, error, created_at, claimed_at)
         values ($1, $2, 'sms', 'escalation', 'operators', $3, 'withheld', 'no operator has a phone', $4, $4)
         on conflict (cause) do nothing`,
        [randomUUIDv7(), `ticket:${ticketId}:escalation`, ticketId, now()],
      );
    }
    const told = await row(
      "select 1 from history where subject = 'ticket' and subject_id = $1 and event = 'ticket.operatorsAlerted'",
      [ticketId],
    );
    if (!told) {
      const data = { operators: operators.length };
      await record(system("notifications"), {
        subject: "ticket",
        id: ticketId,
        event: "ticket.operatorsAlerted",
        data,
      });
    }
    return operators.map(({ id }) => id);
  });

/** Alert one operator by SMS, if the request still waits. */
export async function tellOperator({ ticketId, adminId }: { ticketId: string; adminId: string }): Promise<void> {
  const ticket = await ticketFacts(ticketId);
  const operator = (await operatorsToAlert()).find(({ id }) => id === adminId);
  if (!operator || ticket?.status !== "PENDING") return;
  const { mobile } = operator;
  const locale = await localeOf(mobile);
  const values = { number: asVariable(ticket.number), minutes: env.escalateAfterMinutes };
  await deliver(
    { cause: `ticket:${ticketId}:escalation:${adminId}`, channel: "sms", template: "escalation", to: mobile, ticketId },
    () => sendSms(mobile, "escalation", values, locale),
  );
}
