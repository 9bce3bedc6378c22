import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { followTyping } from "#app/islands/carry-typing.ts";
import { LocaleContext } from "#app/ui/base/locale.ts";

const locale = document.documentElement.lang;

const restoreTyping = followTyping();

/**
 * Marks the page once it answers to clicks and keys: its effects have run, and those of what they set (the question
 * before leaving is asked from then on).
 */
function Awaking({ children }: { children: ReactNode }) {
  const [effectsRun, setEffectsRun] = useState(false);
  useEffect(() => {
    if (!effectsRun) return setEffectsRun(true);
    restoreTyping();
    document.documentElement.dataset.awake = "";
  }, [effectsRun]);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <LocaleContext.Provider value={locale}>
      <Awaking>
        <RemixBrowser />
      </Awaking>
    </LocaleContext.Provider>,
  );
});
