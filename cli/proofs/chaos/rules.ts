/*
 * What must hold in the database at any moment, whatever was killed: each query finds the rows that break its sentence.
 * None of it uses the product's code.
 */

/** The first digit of the phones of the simulated customers; the demo's begin with 9, and one of them booked twice. */
export const trafficPhones = "8";

/** Sweeps run again every minute, so a killed one is not retried. */
const notSweeps = "j.retry_limit > 0";

const historyOf = (event: string) =>
  `(select count(*) from history h where h.subject = 'ticket' and h.subject_id = t.id and h.event = '${event}')`;

/** Every state has its row of history, and the reverse. */
const hasItsHistory = (state: string, event: string) =>
  `select t.id from tickets t where (${state})::int <> ${historyOf(event)}`;

/** A row and the job of its transaction exist both or neither. */
const withItsJob = (rows: string, job: string, field: string) =>
  `select r.id from (${rows}) r where not exists (
     select 1 from pgboss.job j where j.name = '${job}' and j.data->>'${field}' = r.id::text)`;

/** A job refers to a row that exists. */
const withItsRow = (field: string, table: string) =>
  `select j.id from pgboss.job j where j.data ? '${field}'
     and not exists (select 1 from ${table} r where r.id::text = j.data->>'${field}')`;

/** The fee of an order that a balance paid as a whole is back in it. */
const backInBalance = `(o.amount_paise = 0 and exists (
  select 1 from transfers back where back.order_id = o.id and back.kind = 'fee_to_balance'))`;

/** Partial transactions, and money in the wrong place. */
export const always: Record<string, string> = {
  "the entries of a transfer sum to zero": `
    select transfer_id as id from entries group by transfer_id having sum(amount_paise) <> 0`,
  "the ledger sums to zero": `select 'ledger' as id from entries having coalesce(sum(amount_paise), 0) <> 0`,
  "a wallet holds what its entries say": `
    select a.id from accounts a left join entries e on e.account_id = a.id where a.balance_paise is not null
    group by a.id having a.balance_paise <> coalesce(sum(e.amount_paise), 0)`,
  "an order paid at the provider has entered the ledger once, an unpaid one never": `
    select o.id from orders o where (o.status = 'paid' and o.amount_paise > 0)::int <> (
      select count(*) from transfers t where t.cause = o.id::text
        and t.kind in ('booking_fee', 'lead_fee', 'recharge', 'late_payment'))`,
  "a paid order has its captured payment and its row of history": `
    select o.id from orders o where o.status = 'paid' and (
      o.amount_paise > 0 and not exists (
        select 1 from payments p where p.order_id = o.id and p.captured_at is not null)
      or (select count(*) from history h where h.subject_id = o.id and h.event = 'order.paid') <> 1)`,
  "a paid fee makes a paid request, unless it was given back": `
    select o.id from orders o join tickets t on t.id = o.ticket_id
    where o.purpose = 'booking_fee' and t.is_paid_by_public <> (
      o.status = 'paid' and not exists (select 1 from refunds r where r.order_id = o.id) and not ${backInBalance})`,
  "a fee is earned once its request is closed and no decision about it is awaited, and only then": `
    select o.id from orders o join tickets t on t.id = o.ticket_id
    where o.purpose = 'booking_fee' and (t.status = 'CLOSED' and t.is_paid_by_public and t.fee_held_at is null) <> exists (
      select 1 from transfers e where e.order_id = o.id and e.kind = 'booking_fee_earned')`,
  "an accepted request and its accepted offer name one center": `
    select t.id from tickets t where t.broadcast_status = 'accepted after broadcast' and 1 <> (
      select count(*) from broadcasts b where b.ticket_id = t.id and b.status in ('ACCEPTED', 'CLOSED')
        and b.center_id = t.center_id)
    union all select b.ticket_id from broadcasts b join tickets t on t.id = b.ticket_id
    where b.status in ('ACCEPTED', 'CLOSED') and t.center_id is distinct from b.center_id`,
  "nobody is offered a request that somebody has": `
    select b.id from broadcasts b join tickets t on t.id = b.ticket_id
    where b.status in ('PENDING', 'RESERVED') and (t.center_id is not null or t.status in ('CLOSED', 'CANCEL'))`,
  "an acceptance from a wallet took the price from it once": `
    select b.id from broadcasts b where b.paid_from = 'wallet' and 1 <> (
      select count(*) from transfers t where t.cause = b.id::text)`,
  "an accepted request has one row of history for it": hasItsHistory("t.accepted_at is not null", "ticket.accepted"),
  "a closed request has one row of history for it": hasItsHistory("t.status = 'CLOSED'", "ticket.closed"),
  "a cancelled request has one row of history for it": hasItsHistory("t.status = 'CANCEL'", "ticket.cancelled"),
  "a request has one row of history for its making": hasItsHistory("true", "ticket.created"),
  "a rating has one row of history": hasItsHistory("t.star_rating is not null", "ticket.rated"),
  "a request with a technician has both codes and its row of history": `
    select t.id from tickets t where t.technician_id is not null and (
      t.happy_code is null or t.unhappy_code is null or ${historyOf("ticket.technicianAssigned")} <> 1)`,
  "a picture has its row of history": `
    select p.id from ticket_pictures p where 1 <> (
      select count(*) from history h where h.event = 'ticket.pictured' and h.data->>'pictureId' = p.id::text)`,
  "a closed request has one invoice and one feedback link": `
    select t.id from tickets t where t.status = 'CLOSED' and (
      (select count(*) from invoices i where i.ticket_id = t.id) <> 1
      or (select count(*) from feedback_links f where f.ticket_id = t.id) <> 1)`,
  "invoice numbers have no gap": `
    select s.financial_year as id from invoice_sequences s where s.last <> (
      select count(*) from invoices i where i.financial_year = s.financial_year and i.supplier_center_id is null)
      or s.last <> (select max(i.sequence) from invoices i where i.financial_year = s.financial_year
        and i.supplier_center_id is null)`,
  "the numbers of each center's bills have no gap": `
    select s.center_id as id from center_invoice_sequences s, lateral (
      select count(*) as bills, coalesce(max(i.sequence), 0) as highest from invoices i
        where i.financial_year = s.financial_year and i.supplier_center_id = s.center_id) there
      where s.last <> there.bills or s.last <> there.highest
    union all select i.id from invoices i where i.supplier_center_id is not null and not exists (
      select from center_invoice_sequences s
      where s.center_id = i.supplier_center_id and s.financial_year = i.financial_year)`,
  "numbers and dates of a series have one order": `
    select id from (
      select id, issued_at, lag(issued_at) over (partition by financial_year, supplier_center_id order by sequence)
          as before from invoices
      union all select id, issued_at, lag(issued_at) over (partition by financial_year, kind order by sequence)
        from fee_papers) as papers
    where issued_at < before`,
  "papers of the operator's sales have no gap": `
    select s.financial_year as id from fee_paper_sequences s, lateral (
      select count(*) filter (where kind = 'invoice') as invoices, count(*) filter (where kind = 'credit_note') as notes
        from fee_papers p where p.financial_year = s.financial_year) there
      where s.invoices <> there.invoices or s.credit_notes <> there.notes`,
  "a customer who booked once has one request": `
    select phone as id from tickets where deleted_at is null and phone like '${trafficPhones}%'
    group by phone having count(*) > 1`,
  "a code that was asked for has its job": withItsJob("select id from otps", "notifications.sendOtp", "otpId"),
  "an invoice has its job": withItsJob("select id from invoices", "tickets.renderInvoice", "invoiceId"),
  "a refund has its job": withItsJob("select id from refunds", "wallet.sendRefund", "refundId"),
  "an accepted request tells its customer": withItsJob(
    "select id from tickets where accepted_at is not null",
    "notifications.tellCustomer",
    "ticketId",
  ),
  "a closed request sends its feedback link": withItsJob(
    "select id from tickets where status = 'CLOSED'",
    "notifications.sendFeedbackLink",
    "ticketId",
  ),
  "a request with a technician sends its codes": withItsJob(
    "select id from tickets where technician_id is not null and (codes_sent_at is not null or specific_date_time is null)",
    "notifications.sendCodes",
    "ticketId",
  ),
  "no job tells of a request that was never made": withItsRow("ticketId", "tickets"),
  "no job tells of an order that was never made": withItsRow("orderId", "orders"),
  "no job tells of an invoice that was never made": withItsRow("invoiceId", "invoices"),
  "no job tells of a refund that was never made": withItsRow("refundId", "refunds"),
  "no job tells of a code that was never made": withItsRow("otpId", "otps"),
  // An exception: a delivery report whose message id was lost with its worker; that message was sent again under
  // another id. The product's retry pauses are longer than the minutes such a report may wait; this proof's shortened
  // pauses are not.
  "no job has failed for good": `
    select j.id from pgboss.job j where j.state = 'failed' and ${notSweeps}
       and not (j.name = 'notifications.takeReport'
                and not exists (select from messages m where m.provider_id = j.data->>'providerId'))`,
  "a picture and an invoice's file have their blob": `
    select p.id from ticket_pictures p where not exists (select 1 from blobs b where b.id = p.blob_id)
    union all select f.invoice_id from invoice_files f where not exists (select 1 from blobs b where b.id = f.blob_id)`,
  "a message reaches a phone no more often than it was handed over": `
    select t.phone as id from tickets t where
      (select count(*) from sandbox_outbox o where o.to_number = t.phone and o.text !~ '#\\d{6}$') > (
        select coalesce(sum(m.attempts), 0) from messages m
          where m.ticket_id in (select same.id from tickets same where same.phone = t.phone)
            and m.template <> 'centerNewRequest')`,
  // A message whose run was cut off after sending may be marked 'no longer true' when its request was cancelled.
  "a message is sent once, or again only where its run was cut off": `
    select 'messages' as id where (select count(*) from sandbox_outbox) > (
      select coalesce(sum(m.attempts), 0) from messages m where m.status <> 'withheld' or m.error = 'no longer true')`,
};

/** What must hold once the queues are empty and the reconciler has run. */
export const inTheEnd: Record<string, string> = {
  "the reconciler knows every rupee the provider has captured": `
    select s.id from sandbox_payments s where s.status in ('captured', 'refunded') and not exists (
      select 1 from payments p where p.provider_payment_id = s.id and p.captured_at is not null
        and p.amount_paise = s.amount)`,
  "the ledger has taken in what the provider has captured, and given out what it has refunded": `
    select 'gateway' as id where
      (select coalesce(sum(amount - amount_refunded), 0) from sandbox_payments where status in ('captured', 'refunded'))
      <> (select coalesce(-sum(e.amount_paise), 0) from entries e join accounts a on a.id = e.account_id
          where a.kind = 'gateway')`,
  "a captured fee is held, earned or refunded: one of them": `
    select o.id from orders o join tickets t on t.id = o.ticket_id
    where o.purpose = 'booking_fee' and o.status = 'paid' and 1 <>
      (t.is_paid_by_public and (t.status <> 'CLOSED' or t.fee_held_at is not null))::int
      + exists (select 1 from transfers e where e.order_id = o.id and e.kind = 'booking_fee_earned')::int
      + (exists (select 1 from refunds r where r.order_id = o.id and r.status = 'processed') or ${backInBalance})::int`,
  "every refund has been processed": `select id from refunds where status <> 'processed'`,
  "no job waits or is stuck": `
    select j.id from pgboss.job j where ${notSweeps}
      and (j.state in ('retry', 'active') or j.state = 'created' and j.start_after <= now())`,
  "every invoice has its file": `
    select i.id from invoices i where not exists (select 1 from invoice_files f where f.invoice_id = i.id)`,
  "every message was sent or withheld, or was no longer true when its turn came": `
    select m.cause as id from messages m left join tickets t on t.id = m.ticket_id
    where m.status not in ('sent', 'delivered', 'withheld') and m.template not in ('otp', 'centerNewRequest')
      and t.status is distinct from 'CANCEL' and not (m.template = 'happyCodes' and t.status = 'CLOSED')`,
  "a customer was told that the request is registered": `
    select t.id from tickets t where t.status <> 'CANCEL' and t.service_available and t.deleted_at is null
      and (t.booking_fee_paise = 0 or t.is_paid_by_public)
      and t.created_by not in ('CENTER') and t.client_id is null and t.phone like '${trafficPhones}%'
      and not exists (select 1 from messages m where m.cause = 'ticket:' || t.id || ':booked')`,
  "a customer was told who accepted": `
    select t.id from tickets t where t.accepted_at is not null and t.status <> 'CANCEL'
      and not exists (select 1 from messages m where m.cause = 'ticket:' || t.id || ':accepted')`,
  "a customer of a closed request has one feedback link": `
    select t.id from tickets t where t.status = 'CLOSED' and 1 <> (
      select count(*) from messages m where m.cause like 'ticket:' || t.id || ':feedback:%')`,
};
