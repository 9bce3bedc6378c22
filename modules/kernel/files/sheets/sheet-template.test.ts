import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { templateBook } from "./sheet-template.server.ts";

test("each column with a choice has its drop-down in one range, because Excel offers to repair ranges that overlap", async () => {
  const book = await templateBook({
    title: "Requests",
    columns: ["Name", "State", "Country"],
    example: { Name: "Meera" },
    choices: { State: ["Karnataka", "Delhi"], Country: ["INDIA"] },
  });
  const sheet = strFromU8(unzipSync(book)["xl/worksheets/sheet1.xml"]!);
  expect([...sheet.matchAll(/<dataValidation [^>]*sqref="([^"]+)"/g)].map(([, range]) => range).sort()).toEqual([
    "B2:B2001",
    "C2:C2001",
  ]);
});
