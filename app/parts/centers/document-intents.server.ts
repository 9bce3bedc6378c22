import { z } from "zod";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import type { Admin } from "#app/parts/lists/desk-list.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { checkDocument } from "#modules/centers/index.ts";
import { checkedWord } from "#modules/centers/labels.ts";
import { CheckDocument, RejectDocument } from "#modules/centers/shared.ts";
import type { Permission } from "#modules/kernel/actor.ts";

/** Gives the password again, after which the page shows the papers for ten minutes. */
const showPapers = {
  can: "any admin",
  limit: formLimit,
  fresh: "money",
  input: z.object({}),
  unkeyed: "It changes nothing but what the page shows",
  run: () => {},
  to: (_input: unknown, door: Door) => door.here,
} as const;

/** What an operator decides on pictures, on each page that shows them; it stays open (R403). */
export function documentIntents<Can extends Permission>({ can }: { can: Can }) {
  const decide = async (admin: Admin, input: CheckDocument, door: Door) => {
    const { changed } = await checkDocument(admin, input);
    if (changed) door.toast(checkedWord(input));
    else door.toast("document.decidedAlready", undefined, "warn");
    return door.go(addressWith(door.url, { did: null }));
  };
  const deciding = { can, limit: formLimit, once: "in its transaction", failed: "document.checkFailed" } as const;
  return {
    showPapers,
    switch: { fresh: "money", ...deciding, input: CheckDocument, run: decide },
    reject: { fresh: "money", ...deciding, input: RejectDocument, run: decide },
  } as const;
}
