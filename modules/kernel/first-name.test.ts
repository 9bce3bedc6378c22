import { expect, test } from "vitest";
import { firstName } from "./first-name.ts";

test.each([
  ["Asif", ["Md. Asif Khan", "MD ASIF KHAN", "Mohd Asif", "Md.Asif", "Mr. Md. Asif"]],
  [
    "Sunita",
    [
      "Smt. Sunita",
      "Smt Sunita Devi",
      "Shrimati Sunita",
      "Mrs.Sunita",
      "Mst. Sunita",
      "Ku. Sunita",
      "Sau. Sunita Rao",
      "Dr. (Mrs.) Sunita Rao",
    ],
  ],
  ["रमेश", ["श्री रमेश", "श्री. रमेश कुमार", "श्रीयुत रमेश", "जनाब रमेश", "डॉ. रमेश", "स्व. श्री रमेश"]],
  ["Sharma", ["M/s Sharma Traders", "M/s. Sharma & Sons", "Messrs Sharma", "Mr & Mrs Sharma", "Mr./Mrs. Sharma"]],
  ["Abdul", ["A. P. J. Abdul", "A.P.J. Abdul Kalam", "A P J Abdul"]],
  ["Narayanan", ["K. R. Narayanan", "KR Narayanan", "K.Narayanan"]],
  ["अब्दुल", ["ए. पी. जे. अब्दुल कलाम"]],
  ["தமிழ்ச்செல்வி", ["திருமதி தமிழ்ச்செல்வி", "த. தமிழ்ச்செல்வி"]],
  [
    "Ramesh",
    [
      "Ramesh",
      "Sh. Ramesh Kumar",
      "Sh Ramesh",
      "Sardar Ramesh Singh",
      "  Ramesh K",
      "Ramesh C/o Suresh",
      "Late Ramesh Chand",
      "Capt. Ramesh (Retd.)",
    ],
  ],
  ["سنیتا", ["محترمہ سنیتا", "ڈاکٹر سنیتا"]],
  ["Om", ["Om Prakash"]],
] as const)("%s is the first name, titles and initials are none", (first, names) => {
  for (const name of names) expect(firstName(name).toLowerCase(), name).toBe(first.toLowerCase());
});

test("a name that has nothing else keeps its first word, and a number is none", () => {
  expect([firstName("Md"), firstName("Smt."), firstName("A. P."), firstName(""), firstName(" . ")]).toEqual([
    "Md",
    "Smt",
    "A",
    "",
    "",
  ]);
  expect(firstName("Mr. 98765 43210")).not.toMatch(/\d/);
});
