import type { ReactNode } from "react";
import { showDateTime } from "#modules/kernel/clock.ts";
import { isMessageKey } from "#modules/messages/index.ts";
import { useLocale } from "../base/locale.ts";
import { useSay } from "../base/say.tsx";

type Change = {
  id: string;
  /** The kind of who did it, and the name where the kind does not say enough. */
  who: { kind: string; name: string | null };
  at: Date | string;
  what: ReactNode;
  remark?: string | null;
};

/** Who changed what, newest first. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const say = useSay();
  const locale = useLocale();
  if (changes.length === 0) return <p className="text-soft">{say("changes.none")}</p>;
  return (
    <ol className="grid gap-3 wrap-anywhere" data-changes="">
      {changes.map(({ id, who, at, what, remark }) => {
        const kind = `changes.who.${who.kind}`;
        return (
          <li key={id}>
            <p>
              <b>{who.name ?? (isMessageKey(kind) ? say(kind) : who.kind)}</b> {what}
            </p>
            {remark && <p>{say("changes.remark", { remark })}</p>}
            <p className="text-sm text-soft">{showDateTime(at, locale)}</p>
          </li>
        );
      })}
    </ol>
  );
}
