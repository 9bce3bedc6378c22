import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { restoreInput, storeInput } from "./console-input.ts";

/* Forms as the browser has them, of which only names, values and choices are used. */

const tab = new Map<string, string>();

class Input extends EventTarget {
  type = "text";
  checked = false;
  defaultValue = "";
  defaultChecked = false;
  dataset: Record<string, string> = {};
  #value = "";
  name = "";
  get value() {
    return this.#value;
  }
  set value(value: string) {
    this.#value = value;
  }
  click() {
    this.checked = !this.checked;
  }
}

beforeEach(() => {
  tab.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
  });
  vi.stubGlobal("HTMLInputElement", Input);
  for (const name of ["HTMLSelectElement", "HTMLTextAreaElement"]) vi.stubGlobal(name, class {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Fake = { name: string; type: string; value: string; checked?: boolean; dataset?: Record<string, string> };

const aForm = (fields: Fake[]) => {
  const elements = fields.map((field) => Object.assign(new Input(), field));
  const value = (name: string) => elements.find((each) => each.name === name)?.value;
  const ticked = () => elements.filter(({ checked }) => checked).map((each) => each.value);
  return { form: { elements } as unknown as HTMLFormElement, elements, value, ticked };
};

const empty = () =>
  aForm([
    { name: "name", type: "text", value: "" },
    { name: "note", type: "textarea", value: "" },
    { name: "otp", type: "text", value: "" },
    { name: "once", type: "hidden", value: "key of the new page" },
    { name: "days", type: "checkbox", value: "Mon", checked: true },
    { name: "days", type: "checkbox", value: "Tue", checked: false },
  ]);

const typed = () => {
  const one = empty();
  for (const field of one.elements) {
    if (field.name === "name") field.value = "Farida";
    if (field.name === "otp") field.value = "123456";
    if (field.name === "once") field.value = "key of the old page";
    if (field.name === "days") field.checked = field.value === "Tue";
  }
  return one;
};

test("what was typed comes again once, on its page, without secrets", () => {
  storeInput(typed().form, "/AddTicket create", "My Shop");
  expect([...tab.values()].join()).not.toMatch(/123456|key of/);
  const elsewhere = empty();
  restoreInput(elsewhere.form, "/AddTechnician create", "My Shop");
  expect(elsewhere.value("name")).toBe("");

  const again = empty();
  const events: string[] = [];
  again.elements[0]?.addEventListener("input", () => events.push("input"));
  restoreInput(again.form, "/AddTicket create", "My Shop");
  expect([again.value("name"), again.value("otp"), again.value("once")]).toEqual(["Farida", "", "key of the new page"]);
  expect([again.ticked(), events]).toEqual([["Tue"], ["input"]]);

  const later = empty();
  restoreInput(later.form, "/AddTicket create", "My Shop");
  expect(later.value("name")).toBe("");
});

test("it is nobody else's, and not for long", () => {
  vi.useFakeTimers();
  storeInput(typed().form, "/AddTicket create", "My Shop");
  const other = empty();
  restoreInput(other.form, "/AddTicket create", "Other Shop");
  expect([other.value("name"), tab.size]).toEqual(["", 0]);

  storeInput(typed().form, "/AddTicket create", "My Shop");
  vi.advanceTimersByTime(31 * 60_000);
  const late = empty();
  restoreInput(late.form, "/AddTicket create", "My Shop");
  expect(late.value("name")).toBe("");
});

test("files the form carried have to be chosen again, unless it carries them already", () => {
  const picture = { name: "panBlobId", type: "hidden", value: "7", dataset: { unsaved: "" } };
  const keep = (fields: Fake[]) => storeInput(aForm(fields).form, "/AddTechnician create", "My Shop");
  const choose = (fields: Fake[]) => restoreInput(aForm(fields).form, "/AddTechnician create", "My Shop");
  keep([picture]);
  expect(choose([])).toBe("files");
  keep([{ name: "sheet", type: "file", value: "C:\\fakepath\\requests.csv" }]);
  expect(choose([{ name: "sheet", type: "file", value: "" }])).toBe("files");
  keep([picture, { name: "sheet", type: "file", value: "" }]);
  expect(choose([{ ...picture, dataset: {} }])).toBe(undefined);
});

test("numbers of papers are not stored, and have to be written again", () => {
  const papers = (value: string) =>
    aForm([
      { name: "panNumber", type: "text", value },
      { name: "name", type: "text", value },
    ]);
  storeInput(papers("AAPFU0939F").form, "/AddTechnician create", "My Shop");
  expect([...tab.values()].join().match(/AAPFU0939F/g)).toHaveLength(1);
  const again = papers("");
  expect(restoreInput(again.form, "/AddTechnician create", "My Shop")).toBe("papers");
  expect([again.value("panNumber"), again.value("name")]).toEqual(["", "AAPFU0939F"]);
});

test("a form too long for a page of ours is not stored", () => {
  storeInput(typed().form, "/AddTicket create", "My Shop");
  const long = aForm([{ name: "note", type: "text", value: "x".repeat(100_001) }]).form;
  expect(storeInput(long, "/AddTicket create", "My Shop")).toBe(false);
  expect(tab.size).toBe(0);
});
