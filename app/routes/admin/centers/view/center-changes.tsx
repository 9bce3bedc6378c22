import { useSay } from "#app/ui/base/say.tsx";
import type { CenterChange } from "#modules/centers/index.ts";
import { deskFieldNames } from "#modules/centers/labels.ts";
import { showDateTime } from "#modules/kernel/clock.ts";
import { isMessageKey, type Locale } from "#modules/messages/index.ts";

const isField = (name: string): name is keyof typeof deskFieldNames => Object.hasOwn(deskFieldNames, name);

/** Who changed what of a center, newest first. */
export function CenterChanges({ changes, locale }: { changes: readonly CenterChange[]; locale: Locale }) {
  const say = useSay();
  if (changes.length === 0) return <p className="text-soft">{say("center.changes.none")}</p>;
  return (
    <ol className="grid gap-3" data-changes="">
      {changes.map((change) => {
        const key = `center.change.${change.event.replace(/^center\./, "")}`;
        const who = `center.who.${change.who.kind}`;
        const fields = change.changed.filter(isField).map((name) => say(deskFieldNames[name]));
        return (
          <li key={change.id}>
            <p>
              <b>{change.who.name ?? (isMessageKey(who) ? say(who) : change.who.kind)}</b>{" "}
              {isMessageKey(key) ? say(key) : say("center.change.other", { event: change.event })}
              {fields.length > 0 && `: ${fields.join(", ")}`}
              {change.clients !== null && `: ${change.clients}`}
              {change.to !== null && (
                <> · {say("center.changes.fromTo", { from: change.from ?? "-", to: change.to })}</>
              )}
            </p>
            {change.remark && <p>{say("center.changes.remark", { remark: change.remark })}</p>}
            <p className="text-sm text-soft">{showDateTime(new Date(change.at), locale)}</p>
          </li>
        );
      })}
    </ol>
  );
}
