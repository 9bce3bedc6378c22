import { type Say, useSay } from "#app/ui/base/say.tsx";
import { Changes } from "#app/ui/detail/changes.tsx";
import type { CenterChange } from "#modules/centers/index.ts";
import { deskFieldNames } from "#modules/centers/labels.ts";
import { rupees } from "#modules/kernel/money.ts";
import { isMessageKey } from "#modules/messages/index.ts";

const isField = (name: string): name is keyof typeof deskFieldNames => Object.hasOwn(deskFieldNames, name);

/** Who changed what of a center, newest first. */
export function CenterChanges({ changes }: { changes: readonly CenterChange[] }) {
  const say = useSay();
  return <Changes changes={changes.map((change) => ({ ...change, what: whatOf(change, say) }))} />;
}

export function whatOf({ event, changed, clients, amountPaise, from, to }: CenterChange, say: Say) {
  const key = `center.change.${event.replace(/^center\./, "")}`;
  const fields = [...new Set(changed.filter(isField).map((name) => say(deskFieldNames[name])))];
  return [
    isMessageKey(key) ? say(key) : say("center.change.other", { event }),
    fields.length > 0 && `: ${fields.join(", ")}`,
    clients !== null && `: ${clients}`,
    amountPaise !== null && `: ${rupees(amountPaise)}`,
    to !== null && ` · ${say("changes.fromTo", { from: from ?? "-", to })}`,
  ]
    .filter(Boolean)
    .join("");
}
