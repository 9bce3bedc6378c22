import type { MessageKey } from "#modules/messages/index.ts";
import { useSay } from "../base/say.tsx";
import { Key } from "./key.tsx";

const keys: readonly (readonly [string, MessageKey])[] = [
  ["/", "desk.keys.search"],
  ["f", "common.findInThisList"],
  ["j  k", "desk.keys.rows"],
  ["o", "lists.keys.open"],
  ["a", "desk.keys.assign"],
  ["c", "desk.keys.closeRequest"],
  ["e", "desk.keys.edit"],
  ["m", "common.remarks"],
  ["x", "desk.keys.select"],
  ["Shift x", "desk.keys.range"],
  [".", "desk.keys.menu"],
  ["[", "common.foldTheMenu"],
  ["Ctrl ↵", "desk.keys.send"],
  ["Esc", "desk.keys.close"],
  ["?", "desk.keys.help"],
];

/** All keyboard shortcuts of the console, opened by `?` (desk-island.ts). */
export function KeysHelp() {
  const say = useSay();
  return (
    <dialog
      data-keys=""
      data-own=""
      className="mx-auto mt-[12vh] mb-auto w-[min(360px,calc(100vw-32px))] rounded-lg border border-line p-4 shadow-lift backdrop:bg-teal-900/40"
      aria-label={say("desk.keys")}
    >
      <template>
        <h2>{say("desk.keys")}</h2>
        <dl className="mt-3 mb-4 grid gap-1.5">
          {keys.map(([key, what]) => (
            <div key={key} className="grid grid-cols-[72px_1fr]">
              <dt>
                <Key name={key} />
              </dt>
              <dd>{say(what)}</dd>
            </div>
          ))}
        </dl>
        <form method="dialog">
          <button type="submit" className="d-btn">
            {say("common.close")}
          </button>
        </form>
      </template>
    </dialog>
  );
}
