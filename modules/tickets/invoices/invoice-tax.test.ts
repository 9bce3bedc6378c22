import { expect, test } from "vitest";
import { sum, toPaise } from "#modules/kernel/money.ts";
import { fc, property } from "#modules/testing/property.ts";
import { invoiceNumber } from "./invoice-facts.ts";
import { billOf, taxed } from "./invoice-tax.ts";
import { rupeesInWords } from "./invoice-words.ts";

const charge = (amountPaise: number) => ({ description: "Work", sac: "9987", amountPaise: toPaise(amountPaise) });

test("prices include 18 % GST: ₹118 in one state are ₹100 and twice ₹9", () => {
  expect(taxed(charge(11_800), { rate: 18, sameState: true })).toMatchObject({
    taxablePaise: 10_000,
    cgstPaise: 900,
    sgstPaise: 900,
    igstPaise: 0,
  });
});

test("between two states the tax is IGST", () => {
  expect(taxed(charge(11_800), { rate: 18, sameState: false })).toMatchObject({
    taxablePaise: 10_000,
    cgstPaise: 0,
    sgstPaise: 0,
    igstPaise: 1_800,
  });
});

property.prop([
  fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { maxLength: 6 }),
  fc.constantFrom(0, 5, 12, 18, 18.5, 28, 40),
  fc.boolean(),
])(
  "the lines of a bill sum to its total, to the paisa, whatever the amounts, rate and states",
  (amounts, rate, sameState) => {
    const bill = billOf(amounts.map(charge), { rate, sameState });
    expect(sum(bill.lines.map((line) => line.amountPaise))).toBe(bill.totalPaise);
    expect(bill.taxablePaise + bill.cgstPaise + bill.sgstPaise + bill.igstPaise).toBe(bill.totalPaise);
    expect(bill.cgstPaise).toBe(bill.sgstPaise);
    for (const line of bill.lines) {
      expect(line.taxablePaise + line.cgstPaise + line.sgstPaise + line.igstPaise).toBe(line.amountPaise);
      const exact = (line.amountPaise * rate) / (100 + rate);
      expect(Math.abs(line.cgstPaise + line.sgstPaise + line.igstPaise - exact)).toBeLessThanOrEqual(1.001);
    }
  },
);

test("an invoice number has at most 16 of the allowed characters", () => {
  expect(invoiceNumber("26-27", 123)).toBe("GS/26-27/000123");
  expect(invoiceNumber("26-27", 9_999_999)).toMatch(/^[A-Z0-9/-]{1,16}$/);
});

test("an amount in words counts in lakh and crore", () => {
  expect(rupeesInWords(0)).toBe("Rupees Zero Only");
  expect(rupeesInWords(59_900)).toBe("Rupees Five Hundred Ninety Nine Only");
  expect(rupeesInWords(123_456_780)).toBe(
    "Rupees Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven and Eighty Paise Only",
  );
  expect(rupeesInWords(1_000_000_000)).toBe("Rupees One Crore Only");
});
