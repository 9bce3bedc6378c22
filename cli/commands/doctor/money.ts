import type pg from "pg";
import { env } from "#modules/kernel/env.server.ts";
import type { Ask, Finding } from "./finding.ts";

/* Money: the ledger, the provider's webhooks, what needs somebody at the provider, and deleted requests that are not settled. */

/** Checks every rule of the ledger, not only its sum; it reads whole tables, as an audit does. */
export async function ledger(client: pg.Client, ask: Ask): Promise<Finding> {
  const check = "ledger";
  const there = await client.query("select to_regclass('public.entries') is not null as yes");
  if (!there.rows[0].yes) return { check, ok: true, found: "no entries yet" };
  const { ledgerFaults } = await import("#modules/wallet/index.ts");
  const faults = await ask(ledgerFaults);
  const broken = faults.map(({ rule, count, examples }) => `not so: ${rule} (${count}, such as ${examples[0]})`);
  return {
    check,
    ok: faults.length === 0,
    found: broken.join("; ") || "balances, and every paid order is in it once",
    advice: "stop charging and look at these transfers",
  };
}

/** What needs a person at the provider: refused refunds, and payments in a currency we have no account for. */
export async function payments(client: pg.Client): Promise<Finding> {
  const check = "payments";
  const there = await client.query("select to_regclass('public.refunds') is not null as yes");
  if (!there.rows[0].yes) return { check, ok: true, found: "none yet" };
  const result = await client.query(
    `select (select count(*)::int from refunds where status = 'failed') as refused,
            (select count(*)::int from history where event = 'order.paymentHeld' and at > now() - interval '30 days') as held`,
  );
  const { refused, held } = result.rows[0];
  return {
    check,
    ok: refused + held === 0,
    found: `${refused} refunds refused by the provider, ${held} payments in another currency within 30 days`,
    advice: "look at them at the provider: refused refunds are tried again by themselves, other currencies by hand",
  };
}

/** Whether the payment provider's webhooks come: without them a payment is learned of by asking, minutes later. */
export async function webhooks(client: pg.Client, ask: Ask): Promise<Finding> {
  const check = "webhooks";
  const there = await client.query("select to_regclass('public.webhook_events') is not null as yes");
  if (!there.rows[0].yes) return { check, ok: true, found: "none yet" };
  const { gateway, webhookSilence } = await import("#modules/wallet/index.ts");
  const silence = await ask(webhookSilence);
  const last = silence?.last ? `none since ${silence.last.toISOString()}` : "none ever came";
  return {
    check,
    ok: silence === undefined,
    found: silence
      ? `${last}, though ${silence.payments} payments did`
      : "nothing says that the provider's do not come",
    advice: `switch it on at ${gateway.name}: ${env.publicUrl}${gateway.webhook.path}, with ${gateway.variables.webhookSecret} (docs/providers.md)`,
  };
}

/** Deleted requests, and those their customer cancelled, whose effects did not follow: a fee or a lead price that is still to be returned. */
export async function deletions(client: pg.Client, ask: Ask): Promise<Finding> {
  const check = "deletions";
  const there = await client.query("select 1 from information_schema.tables where table_name = 'visit_decisions'");
  if (there.rows.length === 0) return { check, ok: true, found: "none yet" };
  const { unsettledDeletions } = await import("#modules/tickets/index.ts");
  const { count, example } = await ask(unsettledDeletions);
  return {
    check,
    ok: count === 0,
    found:
      count === 0 ? "all are settled" : `${count} deleted or cancelled requests are not settled, such as ${example}`,
    advice: "the worker's log says what refused to return their money",
  };
}
