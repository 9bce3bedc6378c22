import { DomainError } from "#modules/kernel/errors.ts";
import type { Call } from "../line/call.server.ts";

/** Query parameters a call does not take; unlike other refusals' its `fields` stand under the wire's names already. */
export class UnknownWords extends DomainError {
  constructor(names: readonly string[]) {
    super("invalid", "api.unknownWord", {
      params: { name: names[0]! },
      fields: Object.fromEntries(names.map((name) => [name, "api.notTaken" as const])),
    });
  }
}

/** Refuses query parameters that are none of a call's names. */
export function refuseUnknownWords({ input: { names } }: Call, queryNames: Iterable<string>) {
  const unknown = [...queryNames].filter((name) => !Object.hasOwn(names, name));
  if (unknown.length > 0) throw new UnknownWords(unknown);
}
