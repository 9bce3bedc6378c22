import type { Door } from "#app/http/request/door.server.ts";
import { seal, Unreadable, unseal } from "#modules/kernel/crypto.server.ts";

/** Keeps the phone a code was asked for in its browser, sealed: it stands in no address, which is logged and shared. */
export const keepPhone = (door: Pick<Door, "keep">, phone: string) => door.keep("typed_phone", seal(phone));

/** The phone this browser typed last, for ten minutes. */
export function typedPhone(door: Pick<Door, "cookie">): string | undefined {
  const sealed = door.cookie("typed_phone");
  if (!sealed) return undefined;
  try {
    return unseal(sealed);
  } catch (error) {
    // One that was made up, or sealed under a key that is gone, is none.
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
