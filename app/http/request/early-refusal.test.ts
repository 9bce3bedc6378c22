import { expect, test } from "vitest";
import { earlyRefusal } from "./early-refusal.ts";

test("Q90 a call refused before it is reached answers in the envelope, a page in words", () => {
  const call = earlyRefusal("/API/center/close-ticket", 403, "error.origin", "r-1");
  expect(call.type).toBe("application/json");
  expect(JSON.parse(call.body)).toEqual({
    status: 403,
    success: 0,
    message: "This form was sent from another site and was refused.",
    code: "error.origin",
    requestId: "r-1",
  });
  expect(earlyRefusal("/booking", 413, "error.tooLarge", "r-1")).toEqual({
    type: "text/plain",
    body: "The upload is too large.\n",
  });
});
