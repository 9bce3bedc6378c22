import { expect, test } from "vitest";
import { seal } from "#modules/kernel/crypto.server.ts";
import { codeEntered } from "./codes.ts";

test("a closing code is known however its digits are grouped or written", () => {
  const codes = { happyCode: seal("4821"), unhappyCode: seal("7390") };
  for (const typed of ["4821", " 4821 ", "4 8 2 1", "48-21", "४८२१"])
    expect(codeEntered(codes, typed)).toBe("happy_code");
  expect(codeEntered(codes, "73 90")).toBe("unhappy_code");
  for (const typed of ["4822", "482", "48210", "", " ", undefined]) expect(codeEntered(codes, typed)).toBeUndefined();
});
