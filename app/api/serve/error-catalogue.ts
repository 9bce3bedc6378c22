import type { MessageKey } from "#modules/messages/index.ts";
import { contract } from "../contract/index.ts";
import { beforeAnyCall, type Codes, codesOf } from "./refusal-codes.ts";

/** A code of the API: its status, and how many calls refuse with it; null for one that comes before any call. */
export type ListedCode = { code: MessageKey; status: number; calls: number | null };

let made: readonly ListedCode[] | undefined;

/** Every code the API refuses with, by status, from what its calls declare; made once. */
export function errorCatalogue(): readonly ListedCode[] {
  made ??= listed();
  return made;
}

function listed(): ListedCode[] {
  const catalogue = new Map<string, ListedCode>();
  const add = (codes: Codes, calls: 1 | null) => {
    for (const [status, keys] of Object.entries(codes))
      for (const code of keys) {
        const known = catalogue.get(`${status} ${code}`);
        const counted = calls === null || known?.calls === null ? null : (known?.calls ?? 0) + calls;
        catalogue.set(`${status} ${code}`, { code, status: Number(status), calls: counted });
      }
  };
  for (const [key, line] of Object.entries(contract)) add(codesOf(line, !key.startsWith("GET ")), 1);
  add(beforeAnyCall, null);
  return [...catalogue.values()].sort((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1));
}
