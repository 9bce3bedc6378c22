import type { Tag } from "./definition.ts";
import { filled, placesOf, type Template } from "./templates.ts";

const allowed: Record<Tag, RegExp> = {
  numeric: /^\d{1,10}$/,
  alphanumeric: /^[\p{L}\p{M}\p{N} .,&()/-]{1,40}$/u,
  url: /^https?:\/\/\S{1,200}$/,
};

/** The values as text in the order of the variables; a value its tag does not allow is the caller's bug. */
export function checkedValues(template: Template, values: Record<string, string | number>): string[] {
  return placesOf(template).map((name) => {
    const value = String(values[name] ?? "");
    const tag = template.variables[name]!;
    if (!allowed[tag].test(value)) throw new Error(`${template.key}: variable ${name} is not ${tag}`);
    return value;
  });
}

/** The text of a template with its values, as the recipient reads it. */
export function filledText(template: Template, values: Record<string, string | number>): string {
  const texts = checkedValues(template, values);
  return filled(template, Object.fromEntries(placesOf(template).map((name, index) => [name, texts[index]!])));
}
