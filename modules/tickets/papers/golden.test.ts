import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { registerConsumer } from "#modules/access/index.ts";
import { setSupplier } from "#modules/catalog/index.ts";
import type { ServiceSupplier } from "#modules/catalog/shared.ts";
import { system } from "#modules/kernel/actor.ts";
import { freezeClock, istDate, resetClock } from "#modules/kernel/clock.ts";
import { em, row } from "#modules/kernel/db/db.server.ts";
import { rowId } from "#modules/kernel/db/row-id.ts";
import { configure, env } from "#modules/kernel/env.server.ts";
import { fromRupees, rupees } from "#modules/kernel/money.ts";
import { openDatabase } from "#modules/testing/database.ts";
import { aCenter, aService, asAdmin, asCenter } from "#modules/testing/factories.ts";
import { aPaidJob } from "#modules/testing/paid-jobs.ts";
import { openTill } from "#modules/testing/payments.ts";
import { aDoneJob, aPhoto, codesOf, paid } from "#modules/testing/work.ts";
import { moved, payLeadFromWallet, returnLeadFee, transfer } from "#modules/wallet/index.ts";
import { refundFee } from "#modules/wallet/ledger/by-hand.ts";
import { addOnsitePicture, completeJob } from "../index.ts";
import { InvoiceSchema } from "../invoices/invoice.entity.ts";
import { type InvoiceBuyer, type InvoiceFacts, stateTaxOf } from "../invoices/invoice-facts.ts";
import { CompleteJob } from "../shared.ts";
import { buyerOf } from "./issue.ts";
import { type FeePaper, FeePaperSchema } from "./paper.entity.ts";
import type { FeePaperBuyer, FeePaperFacts } from "./paper-facts.ts";

/*
 * Golden papers: for each supplier of the work, with the customer in the supplier's state or in another one, with
 * and without a booking fee, with and without a refund, every paper one closed request leads to; and for each supplier the
 * bill of an online payment with its reference, and of one not yet paid. `golden.txt` holds what each of them says; a difference is a change of what customers, centers and tax offices are told.
 */

openDatabase();
const till = openTill();

/** Who supplies the work; each sets up the installation and service for it. */
const suppliers = ["operator", "operator_9_5", "center", "unregistered operator"] as const;
/** What a closing says of its online payment. */
const payments = { reference: { paymentReference: "412345678901" }, "not yet paid": { notYetPaid: true } } as const;
type Case = {
  supplier: (typeof suppliers)[number] | "operator in Chandigarh" | "operator_9_5 with a registered center";
  state: "Karnataka" | "Delhi" | "Chandigarh";
  fee: boolean;
  refund: boolean;
  /** Left out, the closing's remark says that it was collected. */
  payment?: keyof typeof payments;
};
const cases: readonly Case[] = [
  ...suppliers.flatMap((supplier) =>
    (["Karnataka", "Delhi"] as const).flatMap((state) =>
      [true, false].flatMap((fee) => [false, true].map((refund) => ({ supplier, state, fee, refund }))),
    ),
  ),
  { supplier: "operator in Chandigarh", state: "Chandigarh", fee: true, refund: true },
  { supplier: "operator in Chandigarh", state: "Delhi", fee: true, refund: true },
  { supplier: "operator_9_5 with a registered center", state: "Karnataka", fee: true, refund: false },
  ...suppliers.flatMap((supplier) =>
    (["reference", "not yet paid"] as const).map((payment) => ({
      supplier,
      state: "Karnataka" as const,
      fee: false,
      refund: false,
      payment,
    })),
  ),
];

/** How a service's setting leads to these suppliers. */
const settings = {
  operator: "operator",
  "unregistered operator": "operator",
  "operator in Chandigarh": "operator",
  operator_9_5: "operator_9_5",
  "operator_9_5 with a registered center": "operator_9_5",
  center: "center",
} as const satisfies Record<Case["supplier"], ServiceSupplier>;

const configured = { ...env };
afterEach(() => {
  const { operatorGstin, operatorStateCode, operatorLegalName, operatorAddress } = configured;
  configure({ operatorGstin, operatorStateCode, operatorLegalName, operatorAddress });
  resetClock();
});

const golden = new Map(
  readFileSync(path.join(import.meta.dirname, "golden.txt"), "utf8")
    .split(/^# /m)
    .slice(1)
    .map((section) => {
      const [title = "", ...lines] = section.split("\n");
      return [title, lines.join("\n").trim()] as const;
    }),
);

const titleOf = ({ supplier, state, fee, refund, payment }: Case) =>
  [supplier, state, fee ? "fee" : "no fee", refund ? "refund" : "no refund", ...(payment ? [payment] : [])].join(", ");

test.each(cases.map((each, nth) => [titleOf(each), { each, nth }] as const))(
  "the papers of: %s",
  async (title, { each, nth }) => {
    // Each in a financial year of its own, so that its numbers do not depend on the other cases.
    freezeClock(`${2030 + nth}-12-01T12:00:00+05:30`);
    const operatorStateCode = each.supplier === "operator in Chandigarh" ? "04" : "29";
    configure({
      operatorGstin: each.supplier === "unregistered operator" ? undefined : `${operatorStateCode}ABCDE1234F1Z5`,
      operatorStateCode,
      operatorLegalName: "Operator Home Services",
      operatorAddress: "1 Residency Road, Bengaluru",
    });
    const papers = await papersOf(each);
    expect(papers).toBe(golden.get(title) ?? "");
  },
);

test("the golden papers are those of the cases", () => {
  expect([...golden.keys()]).toEqual(cases.map(titleOf));
});

/** One request from its lead fee to its refund, and what its papers say. */
async function papersOf({ supplier, state, fee, refund, payment }: Case): Promise<string> {
  const service = await aService({ sac: "998713" });
  if (settings[supplier] !== service.supplier)
    await setSupplier(asAdmin(), { serviceId: service.id, supplier: settings[supplier] });
  const bills = supplier === "center" || supplier === "operator_9_5 with a registered center";
  // A center that supplies the work is in the operator's state, so that its bill crosses states when the customer's is another.
  const center = await aCenter({
    services: [service],
    centerName: "Cool Point",
    addressLine: "7 Hill Street",
    city: "Mysuru",
    state: bills ? "Karnataka" : state,
    legalName: bills ? "Cool Point Services LLP" : null,
    gstin: bills ? "29AAPFU0939F1ZR" : null,
  });
  const fields = {
    serviceId: service.id,
    name: "Meera Nair",
    houseNumber: "221",
    locality: "Hill Road",
    city: "Town",
    state,
    pincode: center.pincode,
    ticketPricePaise: fromRupees(249),
  };
  const { ticket } = fee ? await aPaidJob(till, fields, center) : await aDoneJob(fields, center);
  const of = { centerId: center.id, ticketId: ticket.id };
  await transfer({
    kind: "wallet_added" as const,
    cause: center.id,
    actor: system("test"),
    entries: moved(fromRupees(500), "received_by_hand", { centerId: center.id }),
  });
  const cause = rowId();
  await payLeadFromWallet({ ...of, amountPaise: fromRupees(49), cause });
  if (fee) await addOnsitePicture(asCenter(center), { ticketId: ticket.publicId, upload: await aPhoto() });
  const { happy: code } = await codesOf(ticket);
  const closing = { ticketId: ticket.publicId, closeRemarks: paid, code, labour: 300, material: 150 };
  const stated = payment ? payments[payment] : {};
  await completeJob(asCenter(center), CompleteJob.parse({ ...closing, ...stated }));
  if (refund && fee) {
    const { id: consumerId } = await registerConsumer(system("test"), { name: ticket.name, phone: ticket.phone });
    const back = { consumerId, orderId: null, ticketId: ticket.id, actor: system("test") };
    for (const amount of [40, 59]) await refundFee({ ...back, amountPaise: fromRupees(amount), cause: rowId() });
  }
  if (refund && !fee) await returnLeadFee({ ...of, cause });
  const bill = await em().fork().findOneOrFail(InvoiceSchema, { ticketId: ticket.id });
  const buyer = (await row(
    sql<InvoiceBuyer>`select name, address, city, state, state_code as "stateCode", pincode
      from invoice_buyers where invoice_id = ${bill.id}`,
  ))!;
  const papers = await em()
    .fork()
    .find(FeePaperSchema, { ticketId: ticket.id }, { orderBy: { id: "asc" } });
  const texts = [billText(bill.facts, buyer)];
  for (const paper of papers) texts.push(paperText(paper, (await buyerOf(paper.id))!));
  return texts
    .join("\n\n")
    .replaceAll(ticket.ticketId, "REQ")
    .replaceAll(service.serviceName, "AC REPAIR")
    .replaceAll(center.pincode, "PIN")
    .replaceAll(/ C[1-9A-Z][0-9A-Z]*\//g, " C1/");
}

type Taxed = Pick<
  InvoiceFacts,
  "supplier" | "lines" | "kind" | "taxRate" | "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise" | "totalPaise"
>;

const money = (amount: number) => rupees(amount, { exact: true });

/** The lines of a paper and their sums. */
const linesOf = ({ supplier, lines, taxRate, ...sums }: Taxed) => [
  ...lines.map((line) =>
    [
      line.description,
      `SAC ${line.sac}`,
      `taxable ${money(line.taxablePaise)}`,
      `${taxRate} %`,
      `tax ${money(line.cgstPaise + line.sgstPaise + line.igstPaise)}`,
      money(line.amountPaise),
    ].join(" | "),
  ),
  `taxable ${money(sums.taxablePaise)}, CGST ${money(sums.cgstPaise)}, ${stateTaxOf(supplier).toUpperCase()} ${money(sums.sgstPaise)}, IGST ${money(sums.igstPaise)}`,
  `total ${money(sums.totalPaise)}`,
];

const supplierLine = ({ name, address, state, stateCode, gstin }: InvoiceFacts["supplier"]) =>
  `from ${name}, ${address}, ${state} (${stateCode}), ${gstin ?? "no GSTIN"}`;

const buyerLine = ({ name, address, city, pincode, state, stateCode, gstin }: FeePaperBuyer) =>
  `to ${name}, ${address}, ${city} ${pincode}, ${state} (${stateCode}), ${gstin ?? "no GSTIN"}`;

const billText = (facts: InvoiceFacts, buyer: InvoiceBuyer) =>
  [
    `${facts.kind} ${facts.number} of ${istDate(new Date(facts.issuedAt))} for ${facts.ticketId}`,
    supplierLine(facts.supplier),
    buyerLine({ ...buyer, gstin: null }),
    `place of supply ${facts.placeOfSupply}`,
    ...linesOf(facts),
    `supplied by ${facts.suppliedBy}`,
    `already paid ${money(facts.alreadyPaidPaise)}, fee on its own invoice ${money(facts.feeInvoicedPaise ?? 0)}`,
    `payment ${facts.paymentType}, ${facts.paid ? "PAID" : `due in ${facts.termsDays} days`}`,
  ].join("\n");

const paperText = ({ kind, facts }: Pick<FeePaper, "kind"> & { facts: FeePaperFacts }, buyer: FeePaperBuyer) =>
  [
    `${kind === "invoice" ? facts.kind : kind} ${facts.number} of ${istDate(new Date(facts.issuedAt))} for ${facts.request}`,
    ...(facts.invoice
      ? [
          `to ${facts.invoice.number} of ${istDate(new Date(facts.invoice.issuedAt))} over ${money(facts.invoice.totalPaise)}`,
        ]
      : []),
    supplierLine(facts.supplier),
    buyerLine(buyer),
    `place of supply ${facts.placeOfSupply}`,
    ...linesOf(facts),
  ].join("\n");
