import type { FormValue } from "#app/http/request/form.server.ts";
import { sameCity } from "#modules/centers/shared.ts";
import { invalid } from "#modules/kernel/errors.ts";

type Fields = Map<string, FormValue[]>;

const textsOf = (fields: Fields, name: string) =>
  (fields.get(name) ?? []).filter((value): value is string => typeof value === "string" && value.trim() !== "");

/** Moves a field's value into a list; false when it is already there. */
function adopt(fields: Fields, field: string, list: string): boolean {
  const typed = textsOf(fields, field).at(-1)?.trim();
  if (!typed) return true;
  const chips = textsOf(fields, list);
  if (chips.some((chip) => sameCity(chip) === sameCity(typed))) return false;
  fields.set(list, [...chips, typed]);
  fields.delete(field);
  return true;
}

/** Adds the chosen state as a chip; one already in the list is not added again. */
export async function addState(_anyone: unknown, fields: Fields) {
  adopt(fields, "state", "allowedStates");
  fields.delete("state");
}

/** Adds the typed city as a chip; R184: one already in the list is refused. */
export async function addCity(_anyone: unknown, fields: Fields) {
  if (!adopt(fields, "city", "allowedCities")) throw invalid("onboarder.cityTwice", { city: "onboarder.cityTwice" });
}

/** Adds a state still chosen, or a city still typed, when the form is sent. */
export async function addTyped(anyone: unknown, fields: Fields) {
  await addState(anyone, fields);
  adopt(fields, "city", "allowedCities");
  fields.delete("city");
}
