import { sql } from "kysely";
import { showDateTime } from "#modules/kernel/clock.ts";
import { rows, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { env } from "#modules/kernel/env.server.ts";
import { rupees } from "#modules/kernel/money.ts";
import { type Locale, type MessageKey, say } from "#modules/messages/index.ts";
import { escapeHtml, htmlPage } from "./html.ts";
import { outboxMessages } from "./outbox.ts";
import { providerCalls } from "./payments/calls.ts";
import { faultsNow } from "./payments/faults.ts";
import { lies } from "./payments/lies.ts";

type OrderLine = {
  id: string;
  receipt: string | null;
  amount: string;
  status: string;
  created_at: string;
  payments: string | null;
  refunded: string | null;
};

type LogLine = {
  created_at: string;
  channel: string;
  template: string;
  recipient: string;
  status: string;
  attempts: number;
  error: string | null;
};

/** `GET /sandbox`: the messages and payments of the emulated providers. */
export async function overviewPage(request: Request, locale: Locale): Promise<Response> {
  const to = new URL(request.url).searchParams.get("to") || undefined;
  const messages = await outboxMessages(to);
  const orders = await unitOfWork(latestOrders);
  const log = await unitOfWork(latestMessages);
  const text = (key: MessageKey) => escapeHtml(say(key, {}, locale));
  const moment = (at: Date) => `<time datetime="${at.toISOString()}">${showDateTime(at, locale)}</time>`;
  const table = (heads: MessageKey[], lines: string[][], empty: MessageKey) => {
    if (lines.length === 0) return `<p>${text(empty)}</p>`;
    const titles = heads.map((key) => `<th scope="col">${text(key)}</th>`).join("");
    // On a narrow screen each row becomes a list with labelled cells.
    const cells = (line: string[]) =>
      line.map((cell, at) => `<td data-title="${text(heads[at]!)}">${cell}</td>`).join("");
    return `<div class="sandbox-table" tabindex="0"><table><thead><tr>${titles}</tr></thead>
<tbody>${lines.map((line) => `<tr>${cells(line)}</tr>`).join("\n")}</tbody></table></div>`;
  };

  return htmlPage(
    say("sandbox.title", {}, locale),
    `<main>
<h1>${text("sandbox.title")}</h1>
<p class="sandbox-notice">${text("sandbox.intro")}</p>
<h2>${text("sandbox.messages")}</h2>
<form method="get" action="/sandbox">
<label for="to">${text("sandbox.filter")}</label>
<p class="sandbox-search"><input id="to" name="to" inputmode="tel" autocomplete="off" value="${escapeHtml(to ?? "")}">
<button class="sandbox-button">${text("common.show")}</button></p>
</form>
${table(
  ["common.time", "sandbox.channel", "sandbox.to", "sandbox.text"],
  messages.map((message) => [
    moment(message.at),
    escapeHtml(message.channel),
    escapeHtml(message.to),
    `<div class="sandbox-text">${escapeHtml(message.text)}</div>`,
  ]),
  "sandbox.noMessages",
)}
<h2>${text("sandbox.log")}</h2>
<p>${text("sandbox.logHint")}</p>
${table(
  [
    "common.time",
    "sandbox.channel",
    "sandbox.template",
    "sandbox.to",
    "common.status",
    "sandbox.tries",
    "common.reason",
  ],
  log.map((message) => [
    moment(new Date(message.created_at)),
    escapeHtml(message.channel),
    escapeHtml(message.template),
    escapeHtml(message.recipient),
    escapeHtml(message.status),
    String(message.attempts),
    escapeHtml(message.error ?? "–"),
  ]),
  "sandbox.noMessages",
)}
<h2>${text("common.payments")}</h2>
${table(
  ["common.time", "sandbox.order", "common.amount", "common.status", "common.payment", "sandbox.refunded"],
  orders.map((order) => [
    moment(new Date(order.created_at)),
    `${escapeHtml(order.id)}<br>${escapeHtml(order.receipt ?? "")}`,
    rupees(Number(order.amount), { exact: true }),
    escapeHtml(order.status),
    escapeHtml(order.payments ?? "–"),
    rupees(Number(order.refunded ?? 0), { exact: true }),
  ]),
  "sandbox.noPayments",
)}
${await faults(locale)}
</main>`,
    { locale },
  );
}

const example = { seed: 7, calls: ["payment"], lie: 0.5, lies: ["amount"], webhooks: { drop: 0.1, duplicate: 0.5 } };

/** The faults of the payment provider now, and how to set them. */
async function faults(locale: Locale): Promise<string> {
  const text = (key: MessageKey, names = "") => escapeHtml(say(key, { names }, locale));
  const plan = await faultsNow();
  const shares: [string, string][] = [
    ["calls", text("sandbox.faults.calls", providerCalls.join(", "))],
    ["slow, slowMs", text("sandbox.faults.slow")],
    ["fail", text("sandbox.faults.fail")],
    ["cut", text("sandbox.faults.cut")],
    ["refuse", text("sandbox.faults.refuse")],
    ["done", text("sandbox.faults.done")],
    ["lie, lies", text("sandbox.faults.lie", lies.join(", "))],
    ["webhooks", text("sandbox.faults.webhooks")],
  ];
  const command = `curl -X POST -d '${JSON.stringify(example)}' ${env.sandboxOrigin}/sandbox/razorpay/faults`;
  return `<h2>${text("sandbox.faults.title")}</h2>
<p>${text("sandbox.faults.intro")}</p>
<h3>${text("sandbox.faults.now")}</h3>
${plan ? `<pre tabindex="0">${escapeHtml(JSON.stringify(plan, null, 1))}</pre>` : `<p>${text("sandbox.faults.none")}</p>`}
<dl>${shares.map(([name, what]) => `<dt><code>${name}</code></dt><dd>${what}</dd>`).join("\n")}</dl>
<p>${text("sandbox.faults.how")}</p>
<pre tabindex="0">${escapeHtml(command)}</pre>`;
}

/** The product's own message log, read directly from its table, because this page is not part of the product. */
const latestMessages = () =>
  rows<LogLine>(
    sql`select created_at, channel, template, recipient, status, attempts, error from messages
     order by created_at desc, id desc limit 100`,
  );

const latestOrders = () =>
  rows<OrderLine>(
    sql`select o.id, o.receipt, o.amount, o.status, o.created_at,
       string_agg(p.id || ' (' || p.status || ')', ', ' order by p.created_at, p.id) as payments,
       sum(p.amount_refunded) as refunded
     from sandbox_orders o left join sandbox_payments p on p.order_id = o.id
     group by o.id order by o.created_at desc, o.id limit 200`,
  );
