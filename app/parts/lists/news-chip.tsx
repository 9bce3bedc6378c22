import { useSay } from "#app/ui/base/say.tsx";
import { chipLook } from "#app/ui/desk/chip-look.ts";

type NewsChipProps = {
  /** The list's name. */
  list: string;
  /** What is on the screen: the cursor of its first row, and when it was read (milliseconds). */
  seen: { head: string | null; at: number };
};

/** The bar of what came or changed since the list was read; pressed, the list shows it. */
export function NewsChip({ list, seen: { head, at } }: NewsChipProps) {
  const say = useSay();
  const values = { n: "{n}", m: "{m}" };
  return (
    <span
      role="status"
      className="phone:-order-2"
      data-enhance="news-chip"
      data-list={list}
      data-head={head ?? undefined}
      data-at={at}
      data-added={say("desk.newRows", values)}
      data-changed={say("lists.changedRows", values)}
      data-both={say("lists.newAndChanged", values)}
    >
      <button type="button" className={chipLook("news")} data-enhance="refresh" hidden />
    </span>
  );
}
