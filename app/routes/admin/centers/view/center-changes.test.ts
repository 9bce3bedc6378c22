import { expect, test } from "vitest";
import type { CenterChange } from "#modules/centers/index.ts";
import { type Locale, type MessageKey, type MessageParams, say } from "#modules/messages/index.ts";
import { whatOf } from "./center-changes.tsx";

const changed = (event: string, amountPaise: number | null = null): CenterChange => ({
  id: "1",
  event,
  who: { kind: "admin", name: "Kavita Menon" },
  at: new Date(0),
  from: null,
  to: null,
  changed: [],
  remark: null,
  clients: null,
  amountPaise,
});
const changeText = (change: CenterChange, locale: Locale) =>
  whatOf(change, (key: MessageKey, params?: MessageParams) => say(key, params, locale));

test("each step of a refund, a penalty, a recharge and a bonus has words in a center's history", () => {
  const decided = ["asked", "done", "refused", "withdrawn"];
  for (const [kind, steps] of [
    ["refund", decided],
    ["penalty", [...decided, "objected", "upheld", "returned"]],
    ["walletAdded", decided],
    ["bonus", decided],
  ] as const)
    for (const step of steps)
      for (const locale of ["en", "hi"] as const)
        expect(changeText(changed(`${kind}.${step}`), locale), locale).not.toContain(`${kind}.${step}`);
  expect(changeText(changed("penalty.returned", 3_000), "en")).toBe("returned a penalty: ₹30");
});
