import { describe, expect, test } from "vitest";
import { randomNumber, withFreshNumber } from "./number.ts";

/** A day whose short numbers are all taken: the unique index refuses them. */
function bookOnAFullDay() {
  const drawn: string[] = [];
  const book = async () => {
    const number = randomNumber();
    drawn.push(number);
    if (number.split("-")[2]!.length === 4) throw Object.assign(new Error("taken"), { constraint: "tickets_human_id" });
    return number;
  };
  return { drawn, book };
}

describe("a booking whose number is taken", () => {
  test("draws another one, and one of six letters once two short ones were taken", async () => {
    const { drawn, book } = bookOnAFullDay();
    expect(await withFreshNumber(book)).toMatch(/^REQ-\d{6}-[A-Z3-9]{6}$/);
    expect(drawn.map((number) => number.split("-")[2]!.length)).toEqual([4, 4, 6]);
    expect(randomNumber()).toMatch(/-[A-Z3-9]{4}$/);
  });

  test("gives up after eight, and goes on with no other error", async () => {
    let times = 0;
    const refused = (constraint: string) => () => {
      times++;
      return Promise.reject(Object.assign(new Error("refused"), { constraint }));
    };
    await expect(withFreshNumber(refused("tickets_human_id"))).rejects.toThrow("refused");
    expect(times).toBe(8);
    await expect(withFreshNumber(refused("tickets_pkey"))).rejects.toThrow("refused");
    expect(times).toBe(9);
  });
});
