import { contract } from "../contract/index.ts";
import { inputSchema } from "./input-schema.ts";

type Shape = { properties?: Record<string, Shape>; required?: string[] };

/** The API's table as a readable list, grouped by the first path segment. */
export function callList() {
  const groups = new Map<string, ReturnType<typeof describe>[]>();
  for (const [key, line] of Object.entries(contract)) {
    const call = describe(key, line);
    const name = call.path.split("/")[0]!;
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  return [...groups].map(([name, calls]) => ({ name, calls }));
}

function describe(key: string, line: (typeof contract)[keyof typeof contract]) {
  const [methods, path] = key.split(" ") as [string, string];
  const fields = fieldsOf(inputSchema(line.input) as Shape);
  return {
    methods: methods.replace("|", " "),
    path,
    summary: line.summary,
    for: line.as.join(", "),
    can: line.can,
    proof: line.proof !== undefined,
    once: line.once !== undefined,
    fields: line.file ? [...fields, { name: line.file, required: true }] : fields,
  };
}

function fieldsOf({ properties = {}, required = [] }: Shape, above = ""): { name: string; required: boolean }[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = above + name;
    return property.properties ? fieldsOf(property, `${path}.`) : [{ name: path, required: required.includes(name) }];
  });
}
