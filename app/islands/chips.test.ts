import { afterEach, expect, test, vi } from "vitest";
import chips from "./chips.ts";

/* The island on the parts of its field, of which it uses only values and texts. */

afterEach(() => vi.unstubAllGlobals());

/** The field of allowed cities, refused by the server for having none. */
function aField() {
  const boxes: { value: string }[] = [];
  const wrong = { shown: true, remove: () => Object.assign(wrong, { shown: false }) };
  const marks = new Set(["aria-invalid"]);
  vi.stubGlobal("HTMLSelectElement", class {});
  vi.stubGlobal("document", { getElementById: (id: string) => (id === "city-error" ? wrong : null) });
  const input = Object.assign(new EventTarget(), {
    id: "city",
    value: "",
    focus() {},
    removeAttribute: (name: string) => marks.delete(name),
  });
  const list = Object.assign(new EventTarget(), {
    querySelectorAll: () => boxes,
    append: (chip: { box: { value: string } }) => boxes.push(chip.box),
  });
  const aChip = () => {
    const box = { value: "" };
    return { box, querySelector: (tag: string) => (tag === "input" ? box : { textContent: "" }) };
  };
  const notice = { textContent: "" };
  const button = Object.assign(new EventTarget(), { type: "submit" });
  const parts: Record<string, unknown> = {
    "input.input, select": input,
    "[data-chips]": list,
    "[data-chip-said]": notice,
    button,
    template: { content: { cloneNode: aChip } },
  };
  const element = { querySelector: (name: string) => parts[name], dataset: { twice: "It is there already" } };
  chips(element as unknown as HTMLElement);
  const add = (value: string) => {
    input.value = value;
    button.dispatchEvent(new Event("click"));
  };
  const errors = () => [...(wrong.shown ? ["none was given"] : []), notice.textContent].filter(Boolean);
  return { add, errors, marked: () => marks.size > 0, values: () => boxes.map(({ value }) => value) };
}

test("what was wrong goes with the first value that is added, and one thing at a time is wrong", () => {
  const field = aField();
  field.add("");
  expect(field.errors()).toEqual(["none was given"]);
  field.add("Mysuru");
  expect([field.errors(), field.marked(), field.values()]).toEqual([[], false, ["Mysuru"]]);
  field.add(" mysuru ");
  expect([field.errors(), field.values()]).toEqual([["It is there already"], ["Mysuru"]]);
  field.add("Mandya");
  expect([field.errors(), field.values()]).toEqual([[], ["Mysuru", "Mandya"]]);
});
