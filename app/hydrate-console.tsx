import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { LocaleContext } from "#app/ui/base/locale.ts";

const locale = document.documentElement.lang === "hi" ? "hi" : "en";

startTransition(() => {
  hydrateRoot(
    document,
    <LocaleContext.Provider value={locale}>
      <RemixBrowser />
    </LocaleContext.Provider>,
  );
});
