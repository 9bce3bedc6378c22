import { Page, View } from "@react-pdf/renderer";
import { createElement as h } from "react";
import { showDate } from "#modules/kernel/clock.ts";
import { box, pageFont, text } from "#modules/kernel/files/pdf.server.ts";
import {
  billedTo,
  fact,
  footer,
  from,
  header,
  money,
  paperDocument,
  print,
  signature,
  styles,
  sumRow,
  table,
  taxRows,
} from "../invoices/invoice-pdf.server.ts";
import { rupeesInWords } from "../invoices/invoice-words.ts";
import type { FeePaperBuyer, FeePaperFacts } from "./paper-facts.ts";

/**
 * Render a paper of what the operator sold as an A4 PDF with what CGST Rules 46 and 53 ask for. Without a buyer, whose
 * person was erased, it says so in their place.
 */
export async function feePaperPdf(facts: FeePaperFacts, buyer: FeePaperBuyer | null): Promise<Buffer> {
  const title = print(titleOf(facts));
  const page = h(
    Page,
    { size: "A4", style: [styles.page, pageFont()] },
    header(facts.number, title),
    box(styles.headRule),
    box(styles.between, from(facts.supplier), billedTo(buyer)),
    box(styles.rule),
    about(facts),
    table(facts),
    sums(facts),
    box(styles.paid, text(undefined, print(facts.invoice ? "feePaper.credited" : "invoice.paid"))),
    box(
      styles.words,
      text(styles.label, print("invoice.inWords")),
      text(styles.strong, rupeesInWords(facts.totalPaise)),
    ),
    signature(facts),
    footer(facts),
  );
  return paperDocument(facts, title, page);
}

function titleOf({ invoice, kind }: FeePaperFacts) {
  if (invoice) return "feePaper.creditNote";
  return kind === "tax_invoice" ? "invoice.taxInvoice" : "invoice.billOfSupply";
}

function about({ number, issuedAt, request, invoice, placeOfSupply }: FeePaperFacts) {
  const ofInvoice = invoice && { number: invoice.number, date: showDate(new Date(invoice.issuedAt)) };
  return box(
    styles.between,
    box(styles.third, fact("invoice.number", number), fact("invoice.date", showDate(new Date(issuedAt)))),
    box(
      styles.third,
      ofInvoice && fact("feePaper.ofInvoice", print("feePaper.invoiceOf", ofInvoice)),
      request !== null && fact("common.request", request),
    ),
    box(styles.third, fact("invoice.placeOfSupply", placeOfSupply), fact("invoice.reverseCharge", print("common.no"))),
  );
}

const sums = (facts: FeePaperFacts) =>
  h(
    View,
    { style: styles.sums, wrap: false },
    ...taxRows(facts),
    sumRow(print("common.total"), money(facts.totalPaise), styles.total),
  );
