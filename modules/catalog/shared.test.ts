import { expect, test } from "vitest";
import { type MessageKey, say } from "#modules/messages/index.ts";
import { addressIn } from "./labels.ts";
import { gstCodeOf, optionalStateName, stateName, stateOf, states } from "./shared.ts";
import { spellings } from "./states.ts";

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

test.each([
  [
    "Tamil Nadu",
    ["Tamilnadu", "TAMIL  NADU", "T.N.", "tn", "33", "33-Tamil Nadu", "Tamil Nadu (33)", "தமிழ்நாடு", "तमिल नाडु"],
  ],
  ["Odisha", ["Orissa", "ORISSA ", "Odisha, India", "IN-OD", "OR", "उड़ीसा", "उड़ीसा", "21"]],
  [
    "Jammu and Kashmir",
    ["J&K", "J & K", "J and K", "Jammu & Kashmir", "Jammu＆Kashmir", "Jammu-Kashmir", "जम्मू-कश्मीर", "1", "01"],
  ],
  ["Puducherry", ["Pondicherry", "Pondicherry (UT)", "UT of Puducherry", "PY-34"]],
  ["Uttarakhand", ["Uttaranchal", "Uttrakhand", "उत्तराखण्ड", "UK/05", "U.K."]],
  ["Delhi", ["New Delhi", "NCT of Delhi", "Delhi (NCT)", "Ｄｅｌｈｉ", "नई दिल्ली", "7"]],
  ["Telangana", ["TG", "TS", "Telengana", "State of Telangana", "36 - Telangana"]],
  ["Chhattisgarh", ["Chattisgarh", "Chhatisgarh", "C.G.", "छत्तीसगढ़"]],
  ["Uttar Pradesh", ["U.P.", "u p", "UP", "Uttar Pardesh", "09-Uttar Pradesh", "9"]],
  ["West Bengal", ["West  Bengal", "West\u00a0Bengal", "W.B", "WestBengal", "পশ্চিমবঙ্গ"]],
  ["Karnataka", ["29-Karnataka", "29 Karnataka", "Karnataka (KA)", "KA - Karnataka - 29", "Karnataka State", "ಕರ್ನಾಟಕ"]],
  ["Dadra and Nagar Haveli", ["Dadra and Nagar Haveli and Daman and Diu", "Dadra & Nagar Haveli", "D&NH", "26"]],
  ["Daman and Diu", ["Daman & Diu", "25"]],
  ["Andaman and Nicobar Islands", ["Andaman & Nicobar", "A & N Islands", "Andaman Nicobar Islands"]],
  ["Andhra Pradesh", ["A.P.", "37-Andhra Pradesh", "28"]],
  ["Maharashtra", ["Maharastra", "MH", "महाराष्ट्र"]],
] as const)("%s is known as people write it", (name, ways) => {
  for (const way of ways) {
    expect(stateOf(way)?.name, way).toBe(name);
    expect(stateName.parse(way), way).toBe(name);
  }
});

test("a state that is none, or two that contradict each other, is refused", () => {
  const none = ["29-Kerala", "KA/KL", "Delhi NCR", "UT", "India", "-", "99", "290", "Pradesh", "Karnataka Kerala"];
  for (const way of none) expect(stateOf(way), way).toBeUndefined();
});

test("no two states are written the same", () => {
  const names = Object.values(spellings).flat();
  for (const [name, ways] of Object.entries(spellings))
    for (const way of ways) expect(stateOf(way)?.name, way).toBe(name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, code } of states)
    for (const way of [name, say(`state.${code}`, {}, "hi"), code]) expect(stateOf(way)?.name, way).toBe(name);
});

test("an address in Hindi has the Hindi name of a state that is known; other words stay as they were typed", () => {
  const hindi = (key: MessageKey) => say(key, {}, "hi");
  const line = "12, MG Road, KA, Bengaluru, karnataka, 560001";
  expect(addressIn(line, hindi)).toBe("12, MG Road, KA, Bengaluru, कर्नाटक, 560001");
  expect(addressIn(line, say)).toBe(line);
  expect(addressIn("Goa", hindi)).toBe("गोवा");
  expect(addressIn("Goa Street 4, New Delhi, Atlantis", hindi)).toBe("Goa Street 4, New Delhi, Atlantis");
  expect([addressIn(null, hindi), addressIn("", hindi)]).toEqual([null, ""]);
});

test("the state of a form becomes the name of the list, or says what is wrong", () => {
  expect(stateName.parse("ka")).toBe("Karnataka");
  expect(optionalStateName.parse("")).toBeUndefined();
  expect(stateName.safeParse("Atlantis").error?.issues.map(({ message }) => message)).toEqual(["form.state"]);
  expect(stateName.safeParse("").error?.issues.map(({ message }) => message)).toEqual(["form.incomplete"]);
  expect(stateName.safeParse(undefined).error?.issues.map(({ message }) => message)).toEqual(["form.incomplete"]);
});
