import type { Door } from "#app/http/door.server.ts";
import { readForm, type UploadedFile } from "#app/http/form.server.ts";
import { invalid } from "#modules/kernel/errors.ts";

const largestJson = 256 * 1024;

/** The query's parameters; a repeated one keeps its last value. */
export const readQuery = ({ searchParams }: URL): Record<string, unknown> => Object.fromEntries(searchParams);

/** The JSON (or form) body of a call; an empty body is an empty input. */
export async function readJson({
  request,
  text: read,
}: Pick<Door, "request" | "text">): Promise<Record<string, unknown>> {
  if (Number(request.headers.get("content-length") ?? 0) > largestJson) throw invalid("error.tooLarge");
  const text = await read();
  if (text.length > largestJson) throw invalid("error.tooLarge");
  if (text.trim() === "") return {};
  if ((request.headers.get("content-type") ?? "").startsWith("application/x-www-form-urlencoded")) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  const body = parse(text);
  if (body === null || typeof body !== "object" || Array.isArray(body)) throw invalid("api.notJson");
  return body as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("api.notJson");
  }
}

/** The one file of a multipart call under its wire name, with the other fields; `discard` removes it afterwards. */
export async function readUpload(request: Request, fileField: string) {
  const form = await readForm(request);
  const fields: Record<string, unknown> = {};
  for (const [name, values] of form.fields) if (name !== fileField) fields[name] = values.at(-1);
  const file = form.fields.get(fileField)?.find((value): value is UploadedFile => typeof value !== "string");
  return { fields, file, discard: form.discard };
}
