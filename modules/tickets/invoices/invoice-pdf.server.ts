import { Document, Page, renderToBuffer, StyleSheet, View } from "@react-pdf/renderer";
import { createElement as h, type ReactElement } from "react";
import { day, showDate } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { box, brand, brandMark, ink, pageFont, quiet, type Style, text } from "#modules/kernel/files/pdf.server.ts";
import { type Paise, rupees, toPaise } from "#modules/kernel/money.ts";
import { type MessageKey, type MessageParams, say } from "#modules/messages/index.ts";
import { type InvoiceBuyer, type InvoiceFacts, type InvoiceLine, stateTaxOf } from "./invoice-facts.ts";
import { rupeesInWords } from "./invoice-words.ts";

const line = "#d9dee4";
const tint = "#f4f6f8";

export const styles = StyleSheet.create({
  page: { fontSize: 9.5, lineHeight: 1.45, color: ink, padding: 44, paddingBottom: 64 },
  row: { flexDirection: "row" },
  between: { flexDirection: "row", justifyContent: "space-between" },
  mark: { width: 34, height: 34, marginRight: 10, marginTop: 2 },
  brand: { fontSize: 17, fontWeight: 600, lineHeight: 1.3, color: brand },
  title: { fontSize: 17, fontWeight: 600, lineHeight: 1.3, color: brand, textAlign: "right" },
  right: { textAlign: "right" },
  strong: { fontWeight: 600 },
  quiet: { color: quiet },
  label: { color: quiet, fontSize: 8.5 },
  fact: { marginBottom: 6 },
  rule: { borderBottomWidth: 1, borderBottomColor: line, marginVertical: 14 },
  headRule: { borderBottomWidth: 2, borderBottomColor: brand, marginVertical: 14 },
  half: { width: "48%" },
  third: { width: "31%" },
  head: { flexDirection: "row", backgroundColor: tint, paddingVertical: 5, paddingHorizontal: 8, marginTop: 18 },
  line: {
    flexDirection: "row",
    paddingVertical: 6,
    paddingHorizontal: 8,
    borderBottomWidth: 1,
    borderBottomColor: line,
  },
  description: { flex: 1, paddingRight: 8 },
  sac: { width: 46 },
  rate: { width: 40, textAlign: "right" },
  money: { width: 78, textAlign: "right" },
  sums: { width: 250, alignSelf: "flex-end", marginTop: 10, paddingRight: 8 },
  sum: { flexDirection: "row", justifyContent: "space-between", paddingVertical: 2 },
  total: {
    flexDirection: "row",
    justifyContent: "space-between",
    borderTopWidth: 1,
    borderTopColor: ink,
    marginTop: 4,
    paddingTop: 5,
    fontSize: 12,
    fontWeight: 600,
  },
  paid: {
    alignSelf: "flex-end",
    marginTop: 10,
    // The font sits low in its line.
    paddingTop: 1,
    paddingBottom: 4,
    paddingHorizontal: 12,
    borderWidth: 2,
    borderColor: brand,
    color: brand,
    fontSize: 13,
    fontWeight: 600,
  },
  words: { marginTop: 18, backgroundColor: tint, paddingVertical: 7, paddingHorizontal: 10 },
  note: { marginTop: 14, color: quiet },
  signature: { marginTop: 22, alignItems: "flex-end" },
  footer: { position: "absolute", left: 44, right: 44, bottom: 28, height: 34, fontSize: 8, color: quiet },
});

export const print = (key: MessageKey, params?: MessageParams) => say(key, params, "en");
export const money = (amount: Paise) => rupees(amount, { exact: true });

/** A label above its value. */
export const fact = (label: MessageKey, ...values: (string | null | false)[]) =>
  box(styles.fact, text(styles.label, print(label)), text(undefined, ...values));

const stateLine = (state: string | null, code: string | null) => {
  if (!state) return null;
  return code ? print("invoice.state", { state, code }) : print("invoice.stateNoCode", { state });
};

/**
 * Render invoice facts as an A4 PDF with everything CGST Rule 46 asks for (R093). Without a buyer, whose person was
 * erased, it says so in their place.
 */
export async function invoicePdf(facts: InvoiceFacts, buyer: InvoiceBuyer | null): Promise<Buffer> {
  const title = print(facts.kind === "tax_invoice" ? "invoice.taxInvoice" : "invoice.billOfSupply");
  const page = h(
    Page,
    { size: "A4", style: [styles.page, pageFont()] },
    header(facts.number, title),
    box(styles.headRule),
    parties(facts, buyer),
    table(facts),
    sums(facts),
    facts.paid ? box(styles.paid, text(undefined, print("invoice.paid"))) : null,
    box(
      styles.words,
      text(styles.label, print("invoice.inWords")),
      text(styles.strong, rupeesInWords(facts.totalPaise)),
    ),
    terms(facts),
    ...notes(facts),
    signature(facts),
    footer(facts),
  );
  return paperDocument(facts, title, page);
}

/** Renders the page of a paper as a document that is issued when the paper was. */
export function paperDocument(
  { issuedAt, number, supplier }: Pick<InvoiceFacts, "issuedAt" | "number" | "supplier">,
  title: string,
  page: ReactElement,
): Promise<Buffer> {
  const date = new Date(issuedAt);
  const about = { author: supplier.name, creator: env.productName, producer: env.productName, language: "en-IN" };
  return renderToBuffer(
    h(Document, { title: `${title} ${number}`, ...about, creationDate: date, modificationDate: date }, page),
  );
}

/** The head of a paper: the product, and the paper's title and number. */
export const header = (number: string, title: string) =>
  box(
    styles.between,
    h(
      View,
      { style: [styles.half, styles.row] },
      brandMark(styles.mark),
      box(undefined, text(styles.brand, env.productName), text(styles.quiet, env.productTagline)),
    ),
    box(styles.half, text(styles.title, title), text(styles.right, number)),
  );

/** Who supplies. */
export const from = (supplier: InvoiceFacts["supplier"]) =>
  box(
    styles.half,
    text(styles.label, print("invoice.from")),
    text(styles.strong, supplier.name),
    text(
      undefined,
      supplier.address,
      stateLine(supplier.state, supplier.stateCode),
      supplier.gstin ? print("invoice.gstin", { gstin: supplier.gstin }) : print("invoice.unregistered"),
    ),
  );

/** The buyer, with the GSTIN where there is one; without a buyer, the note that they were erased. */
export const billedTo = (buyer: (InvoiceBuyer & { gstin?: string | null }) | null) =>
  box(
    styles.half,
    text(styles.label, print("invoice.to")),
    ...(buyer
      ? [
          buyer.name !== "" && text(styles.strong, buyer.name),
          text(
            undefined,
            buyer.address,
            [buyer.city, buyer.pincode].filter(Boolean).join(" "),
            stateLine(buyer.state, buyer.stateCode),
            buyer.gstin ? print("invoice.gstin", { gstin: buyer.gstin }) : null,
          ),
        ]
      : [text(styles.quiet, print("invoice.buyerErased"))]),
  );

function parties({ supplier, ...facts }: InvoiceFacts, buyer: InvoiceBuyer | null) {
  const issuedAt = new Date(facts.issuedAt);
  return box(
    undefined,
    box(styles.between, from(supplier), billedTo(buyer)),
    box(styles.rule),
    box(
      styles.between,
      box(styles.third, fact("invoice.number", facts.number), fact("invoice.date", showDate(issuedAt))),
      box(
        styles.third,
        fact("common.request", facts.ticketId),
        facts.servedBy ? fact("invoice.servedBy", facts.servedBy) : null,
      ),
      box(
        styles.third,
        fact("invoice.placeOfSupply", facts.placeOfSupply),
        fact("invoice.reverseCharge", print("common.no")),
      ),
    ),
  );
}

const tax = (row: InvoiceLine) => toPaise(row.cgstPaise + row.sgstPaise + row.igstPaise);

/** The lines of a paper, with their taxes where it has any. */
export function table({ lines, kind, taxRate }: Pick<InvoiceFacts, "lines" | "kind" | "taxRate">) {
  const withTax = kind === "tax_invoice";
  return box(
    undefined,
    box(
      styles.head,
      text([styles.description, styles.strong], print("common.description")),
      text([styles.sac, styles.strong], print("common.sac")),
      withTax && text([styles.money, styles.strong], print("invoice.taxable")),
      withTax && text([styles.rate, styles.strong], print("invoice.rate")),
      withTax && text([styles.money, styles.strong], print("invoice.tax")),
      text([styles.money, styles.strong], print("common.amount")),
    ),
    ...lines.map((row) =>
      h(
        View,
        { style: styles.line, wrap: false },
        text(styles.description, row.description),
        text(styles.sac, row.sac),
        withTax && text(styles.money, money(row.taxablePaise)),
        withTax && text(styles.rate, `${taxRate} %`),
        withTax && text(styles.money, money(tax(row))),
        text(styles.money, money(row.amountPaise)),
      ),
    ),
  );
}

/** One of the sums below a paper's lines. */
export const sumRow = (label: string, amount: string, style: Style = styles.sum) =>
  box(style, text(undefined, label), text(undefined, amount));

type TaxSums = Pick<
  InvoiceFacts,
  "kind" | "supplier" | "taxRate" | "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise"
> & { sameState: boolean };

/**
 * The taxable value and taxes of a paper that has any: within one state CGST and the tax of the state, in a union
 * territory without a legislature UTGST.
 */
export function taxRows({ kind, supplier, sameState, taxRate, ...sums }: TaxSums) {
  if (kind !== "tax_invoice") return [];
  const half = { rate: taxRate / 2 };
  return [
    sumRow(print("invoice.taxable"), money(sums.taxablePaise)),
    sameState && sumRow(print("invoice.cgst", half), money(sums.cgstPaise)),
    sameState && sumRow(print(`invoice.${stateTaxOf(supplier)}`, half), money(sums.sgstPaise)),
    !sameState && sumRow(print("invoice.igst", { rate: taxRate }), money(sums.igstPaise)),
  ];
}

function sums(facts: InvoiceFacts) {
  const { totalPaise, alreadyPaidPaise, feeInvoicedPaise } = facts;
  return h(
    View,
    { style: styles.sums, wrap: false },
    ...taxRows({ ...facts, sameState: facts.sameState ?? facts.igstPaise === 0 }),
    sumRow(print("common.total"), money(totalPaise), styles.total),
    alreadyPaidPaise > 0 && sumRow(print("invoice.alreadyPaid"), `−${money(alreadyPaidPaise)}`),
    alreadyPaidPaise > 0 && sumRow(print("invoice.due"), money(toPaise(totalPaise - alreadyPaidPaise)), styles.total),
    feeInvoicedPaise && sumRow(print("invoice.feeInvoiced"), money(feeInvoicedPaise)),
  );
}

/** The payment terms, which are always printed (Q109), and the day it is due unless nothing is owed any more. */
function terms(facts: InvoiceFacts) {
  const due = new Date(new Date(facts.issuedAt).getTime() + facts.termsDays * day);
  return h(
    View,
    { style: { ...styles.between, marginTop: 16 }, wrap: false },
    box(
      styles.half,
      fact(
        "invoice.terms",
        [
          print("invoice.termsDays", { days: facts.termsDays }),
          !facts.paid && print("invoice.dueBy", { date: showDate(due) }),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    box(styles.half, fact("common.paymentMethod", facts.paymentType)),
  );
}

/** Who pays the tax where that is not the supplier of the work, and whose the work is where it is a center's. */
const notes = ({ suppliedBy, supplier, servedBy }: InvoiceFacts) => [
  suppliedBy === "operator_9_5" &&
    text(styles.note, print("invoice.section95", { operator: supplier.name, center: servedBy ?? "" })),
  suppliedBy === "center" &&
    text(styles.note, print("invoice.ofCenter", { center: supplier.name, operator: env.operatorLegalName })),
];

/** Who signs. */
export const signature = ({ supplier }: Pick<InvoiceFacts, "supplier">) =>
  h(
    View,
    { style: styles.signature, wrap: false },
    text(styles.strong, print("invoice.signatory", { name: supplier.name })),
    text(styles.quiet, print("invoice.authorised")),
  );

/** The foot of every page. */
export const footer = ({ kind }: Pick<InvoiceFacts, "kind">) =>
  h(
    View,
    { style: styles.footer, fixed: true },
    text(undefined, print(kind === "tax_invoice" ? "invoice.included" : "invoice.noTax")),
    text(undefined, print("invoice.electronic")),
  );
