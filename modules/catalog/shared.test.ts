import { expect, test } from "vitest";
import { addressIn } from "./labels.ts";
import { gstCodeOf, optionalStateName, stateName, stateOf, states } from "./shared.ts";

test("R446 the state list holds 37 states and union territories, each with a short code of its own", () => {
  expect(states).toHaveLength(37);
  expect(new Set(states.map(({ name }) => name)).size).toBe(37);
  expect(new Set(states.map(({ code }) => code)).size).toBe(37);
  for (const { code, gstCode } of states) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(gstCode).toMatch(/^(0[1-9]|[12]\d|3[0-8])$/);
  }
  expect([...states].sort((a, b) => a.name.localeCompare(b.name))).toEqual(states);
});

test("the two names of the union territory joined in 2020 share its GST code; no other two do", () => {
  expect(gstCodeOf("Daman and Diu")).toBe("26");
  expect(gstCodeOf("Dadra and Nagar Haveli")).toBe("26");
  expect(new Set(states.map(({ gstCode }) => gstCode)).size).toBe(36);
});

test("a state is found by its name, its Hindi name or its code, in any case", () => {
  expect(stateOf("karnataka")?.code).toBe("KA");
  expect(stateOf(" KA ")?.gstCode).toBe("29");
  expect(stateOf("कर्नाटक")?.name).toBe("Karnataka");
  expect(stateOf("Atlantis")).toBeUndefined();
  expect(gstCodeOf(null)).toBeNull();
});

test("an address in Hindi has the Hindi name of a state that is known; other words stay as they were typed", () => {
  const line = "12, MG Road, KA, Bengaluru, karnataka, 560001";
  expect(addressIn(line, "hi")).toBe("12, MG Road, KA, Bengaluru, कर्नाटक, 560001");
  expect(addressIn(line, "en")).toBe(line);
  expect(addressIn("Goa", "hi")).toBe("गोवा");
  expect(addressIn("Goa Street 4, New Delhi, Atlantis", "hi")).toBe("Goa Street 4, New Delhi, Atlantis");
  expect([addressIn(null, "hi"), addressIn("", "hi")]).toEqual([null, ""]);
});

test("the state of a form becomes the name of the list, or says what is wrong", () => {
  expect(stateName.parse("ka")).toBe("Karnataka");
  expect(optionalStateName.parse("")).toBeUndefined();
  expect(stateName.safeParse("Atlantis").error?.issues.map(({ message }) => message)).toEqual(["form.state"]);
  expect(stateName.safeParse("").error?.issues.map(({ message }) => message)).toEqual(["form.incomplete"]);
  expect(stateName.safeParse(undefined).error?.issues.map(({ message }) => message)).toEqual(["form.incomplete"]);
});
