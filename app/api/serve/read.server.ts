import { fieldsOf, lastOf, refuseUnboundedJson } from "#app/http/request/bounds.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { type FilesTaken, readForm, type UploadedFile } from "#app/http/request/form.server.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { invalid, malformed } from "#modules/kernel/errors.ts";

const mebibyte = 1024 * 1024;
const largestJson = mebibyte / 4;

/** Reads the JSON (or form) body of a call; an empty body is an empty input. */
export async function readJson({
  request,
  text: read,
}: Pick<Door, "request" | "text">): Promise<Record<string, unknown>> {
  if (Number(request.headers.get("content-length") ?? 0) > largestJson) throw invalid("error.tooLarge");
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("multipart/")) throw invalid("api.notJson");
  const text = await read();
  if (text.length > largestJson) throw invalid("error.tooLarge");
  if (text.trim() === "") return {};
  if (type.startsWith("application/x-www-form-urlencoded")) return lastOf(fieldsOf(text));
  refuseUnboundedJson(text);
  const body = parse(text);
  if (body === null || typeof body !== "object" || Array.isArray(body)) throw invalid("api.notJson");
  return body as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("api.brokenJson");
  }
}

/** Reads the one file of a multipart call by its wire name, with the other fields; `discard` deletes it afterwards. */
export async function readUpload(
  { request, address }: Pick<Door, "request" | "address">,
  actor: Actor,
  { field, bytes }: { field: string; bytes: number },
) {
  const files: FilesTaken = { names: [field], most: 1, bytes };
  const form = await readForm(request, { files, actor, address });
  const [file] = (form.fields.get(field) ?? []).filter((value): value is UploadedFile => typeof value !== "string");
  form.fields.delete(field);
  const fields: Record<string, unknown> = lastOf(form.fields);
  try {
    if (typeof fields.data === "string") fields.data = jsonPart(fields.data);
    return { fields, file, discard: form.discard };
  } catch (error) {
    await form.discard();
    throw error;
  }
}

/** The `data` part of a multipart call, which may hold the other fields as JSON (`admin/create-services`). */
function jsonPart(text: string): unknown {
  if (text.trim() === "") return {};
  refuseUnboundedJson(text);
  return parse(text);
}
