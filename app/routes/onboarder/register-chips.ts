import type { FormValue } from "#app/http/form.server.ts";
import { sameCity } from "#modules/centers/shared.ts";
import { invalid } from "#modules/kernel/errors.ts";

type Fields = Map<string, FormValue[]>;

const textsOf = (fields: Fields, name: string) =>
  (fields.get(name) ?? []).filter((value): value is string => typeof value === "string" && value.trim() !== "");

/** Make a chip of what stands in a field; false when there is one like it already. */
function adopt(fields: Fields, field: string, list: string): boolean {
  const typed = textsOf(fields, field).at(-1)?.trim();
  if (!typed) return true;
  const chips = textsOf(fields, list);
  if (chips.some((chip) => sameCity(chip) === sameCity(typed))) return false;
  fields.set(list, [...chips, typed]);
  fields.delete(field);
  return true;
}

/** The state that is chosen becomes a chip; one that is there stays the only one of its name. */
export async function addState(_anyone: unknown, fields: Fields) {
  adopt(fields, "state", "allowedStates");
  fields.delete("state");
}

/** The city that is typed becomes a chip; R184: one that is there is refused. */
export async function addCity(_anyone: unknown, fields: Fields) {
  if (!adopt(fields, "city", "allowedCities")) throw invalid("onboarder.cityTwice", { city: "onboarder.cityTwice" });
}

/** Whoever sends the form with a state chosen or a city typed means them too. */
export async function addTyped(anyone: unknown, fields: Fields) {
  await addState(anyone, fields);
  adopt(fields, "city", "allowedCities");
  fields.delete("city");
}
