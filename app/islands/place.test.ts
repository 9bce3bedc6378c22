import { afterEach, expect, test, vi } from "vitest";
import place from "./place.ts";

/* The island on the fields of a form, of which it uses only the values; the server knows the cities of two pincodes. */

const cities: Record<string, string> = { "560001": "Bengaluru", "110001": "New Delhi" };

afterEach(() => vi.unstubAllGlobals());

type Prefill = { pincode?: string; city?: string; usual?: string };

/** A form as the server drew it, with the island on it; `fill` types and waits for the answer. */
function aForm(prefill: Prefill = {}) {
  vi.stubGlobal("fetch", async (path: string) => {
    const city = cities[path.slice(-6)];
    return Response.json(city ? { city, state: "" } : {});
  });
  const ownerDocument: { activeElement: EventTarget | null } = { activeElement: null };
  const field = (value = "") =>
    Object.assign(new EventTarget(), { value, defaultValue: value, focus() {}, ownerDocument });
  const fields = { pincode: field(prefill.pincode), city: field(prefill.city), state: field("Karnataka") };
  const words = { textContent: "" };
  const button = new EventTarget();
  const question = {
    hidden: true,
    dataset: { placeAsk: "Really {place}?" },
    querySelector: (tag: string) => (tag === "span" ? words : button),
  };
  const findElement = (selector: string) => {
    const name = /name=(\w+)/.exec(selector)?.[1];
    return name ? fields[name as keyof typeof fields] : prefill.usual && question;
  };
  place({ querySelector: findElement, dataset: { usual: prefill.usual } } as unknown as HTMLElement);
  const fill = async (name: keyof typeof fields, value: string) => {
    fields[name].value = value;
    fields[name].dispatchEvent(new Event("input"));
    // The answer, its JSON and what follows are a few turns of the loop.
    for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done));
  };
  const questionText = () => (question.hidden ? "" : words.textContent);
  const agree = () => button.dispatchEvent(new Event("click"));
  const enter = (name: keyof typeof fields) => {
    ownerDocument.activeElement = fields[name];
  };
  const leave = (name: keyof typeof fields) => {
    ownerDocument.activeElement = null;
    fields[name].dispatchEvent(new Event("blur"));
  };
  return { city: () => fields.city.value, fill, questions: questionText, agree, enter, leave };
}

test("a city that came with its pincode from the server goes with it", async () => {
  const form = aForm({ pincode: "560001", city: "Bengaluru" });
  await form.fill("pincode", "110001");
  expect(form.city()).toBe("New Delhi");
});

test("a pincode nobody knows the city of leaves no other one's behind", async () => {
  const form = aForm();
  await form.fill("pincode", "560001");
  expect(form.city()).toBe("Bengaluru");
  await form.fill("pincode", "999999");
  expect(form.city()).toBe("");
  await form.fill("pincode", "110001");
  expect(form.city()).toBe("New Delhi");
});

test("what a person typed stays, whatever the pincode", async () => {
  const form = aForm({ pincode: "560001", city: "Bengaluru" });
  await form.fill("city", "Dilli");
  await form.fill("pincode", "110001");
  await form.fill("pincode", "999999");
  expect(form.city()).toBe("Dilli");
});

test("a field a person is in is filled once they leave it empty, and never while they type", async () => {
  const form = aForm();
  form.enter("city");
  await form.fill("pincode", "560001");
  expect(form.city()).toBe("");
  form.leave("city");
  expect(form.city()).toBe("Bengaluru");

  form.enter("city");
  await form.fill("pincode", "110001");
  await form.fill("city", "Mysuru");
  form.leave("city");
  expect(form.city()).toBe("Mysuru");
});

test("where a form asks, a field somebody is in and left empty is no place they typed", async () => {
  const form = aForm({ usual: "411001" });
  form.enter("city");
  await form.fill("pincode", "560001");
  form.leave("city");
  expect([form.city(), form.questions()]).toEqual(["Bengaluru", ""]);
});

test("a field left empty gets the city of the last pincode alone", async () => {
  const form = aForm();
  form.enter("city");
  await form.fill("pincode", "560001");
  await form.fill("pincode", "999999");
  form.leave("city");
  expect(form.city()).toBe("");
});

test("the same pincode typed again changes nothing", async () => {
  const form = aForm({ pincode: "999999", city: "Rampur" });
  await form.fill("pincode", "999999");
  expect(form.city()).toBe("Rampur");
});

test("where a form asks, the usual city goes with another pincode, and a typed one is replaced once that is agreed to", async () => {
  const form = aForm({ city: "Pune", usual: "411001" });
  await form.fill("pincode", "411001");
  expect(form.city()).toBe("Pune");
  await form.fill("pincode", "560001");
  expect([form.city(), form.questions()]).toEqual(["Bengaluru", ""]);

  await form.fill("city", "Mysuru");
  await form.fill("pincode", "110001");
  expect([form.city(), form.questions()]).toEqual(["Mysuru", "Really New Delhi?"]);
  form.agree();
  expect([form.city(), form.questions()]).toEqual(["New Delhi", ""]);
  await form.fill("city", " new delhi ");
  await form.fill("pincode", "110001");
  expect(form.questions()).toBe("");
});
