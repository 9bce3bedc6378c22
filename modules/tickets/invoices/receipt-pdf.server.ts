import { Document, Page, renderToBuffer } from "@react-pdf/renderer";
import { createElement as h } from "react";
import { showDateTime } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { box, pageFont, text } from "#modules/kernel/files/pdf.server.ts";
import { type Paise, toPaise } from "#modules/kernel/money.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import type { InvoiceFacts } from "./invoice-facts.ts";
import { fact, from, header, money, print, styles, sumRow } from "./invoice-pdf.server.ts";
import { rupeesInWords } from "./invoice-words.ts";

/** What a receipt prints. */
export type Receipt = {
  /** The order's number at the payment provider. */
  number: string;
  /** What was paid. */
  what: MessageKey;
  amountPaise: Paise;
  /** What of it the customer's balance paid. */
  balancePaise: Paise;
  /** What of it was refunded; less than all of it. */
  refundedPaise: Paise;
  paidAt: Date;
  /** The request, `REQ-…`, its service, and who paid. */
  request: string;
  service: string;
  payer: string;
  supplier: InvoiceFacts["supplier"];
};

/** Render a receipt as an A4 PDF. */
export async function receiptPdf({ supplier, ...receipt }: Receipt): Promise<Buffer> {
  const title = print("common.receipt");
  const leftPaise = toPaise(receipt.amountPaise - receipt.refundedPaise);
  const page = h(
    Page,
    { size: "A4", style: [styles.page, pageFont()] },
    header(receipt.request, title),
    box(styles.headRule),
    box(
      styles.between,
      from(supplier),
      box(styles.half, text(styles.label, print("receipt.payer")), text(styles.strong, receipt.payer)),
    ),
    box(styles.rule),
    box(
      styles.between,
      box(styles.half, fact("common.service", receipt.service), fact("receipt.paidAt", showDateTime(receipt.paidAt))),
      box(styles.half, fact("receipt.reference", receipt.number)),
    ),
    box(
      styles.head,
      text([styles.description, styles.strong], print("common.description")),
      text([styles.money, styles.strong], print("common.amount")),
    ),
    box(styles.line, text(styles.description, print(receipt.what)), text(styles.money, money(receipt.amountPaise))),
    receipt.balancePaise > 0 && box(styles.sums, sumRow(print("receipt.fromBalance"), money(receipt.balancePaise))),
    receipt.refundedPaise > 0 &&
      box(
        styles.sums,
        sumRow(print("receipt.refunded"), `−${money(receipt.refundedPaise)}`),
        sumRow(print("common.total"), money(leftPaise), styles.total),
      ),
    box(styles.paid, text(undefined, print("invoice.paid"))),
    box(styles.words, text(styles.label, print("invoice.inWords")), text(styles.strong, rupeesInWords(leftPaise))),
    box(styles.footer, text(undefined, print("receipt.note"))),
  );
  const document = h(
    Document,
    {
      title: `${title} ${receipt.request}`,
      author: supplier.name,
      creator: env.productName,
      producer: env.productName,
      creationDate: receipt.paidAt,
      modificationDate: receipt.paidAt,
      language: "en-IN",
    },
    page,
  );
  return renderToBuffer(document);
}
