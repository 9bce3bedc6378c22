import { statusWord } from "#app/parts/tickets/words.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import type { HistoryLine } from "#modules/tickets/index.ts";
import { whatOf, whoOf } from "#modules/tickets/shared.ts";

/** A change in words: who, what, from → to. */
export function HistorySentence({ line }: { line: HistoryLine }) {
  const say = useSay();
  const locale = useLocale();
  const { from, to } = line;
  return (
    <>
      <b>{whoOf(line, say)}</b>: {whatOf(line, say, locale)}
      {from && to && from !== to && (
        <>
          {" "}
          · {statusWord(from, say)} → <b>{statusWord(to, say)}</b>
        </>
      )}
    </>
  );
}
