import { useRevalidator } from "@remix-run/react";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { chipLook } from "#app/ui/desk/chip-look.ts";
import { figure } from "#modules/kernel/figure.ts";

type News = { added: number; changed: number };

/** The bar of what came or changed since the list was read; pressed, the list shows it. */
export function NewsChip({ news }: { news: News }) {
  const say = useSay();
  const { revalidate } = useRevalidator();
  const words = inWords(news, say);
  return (
    words && (
      <span role="status" className="phone:-order-2">
        <button type="button" className={chipLook("news")} onClick={() => revalidate()}>
          {words}
        </button>
      </span>
    )
  );
}

function inWords({ added, changed }: News, say: Say) {
  if (added && changed) return say("lists.newAndChanged", { n: figure(added), m: figure(changed) });
  if (added) return say("desk.newRows", { n: figure(added) });
  return changed ? say("lists.changedRows", { n: figure(changed) }) : undefined;
}
