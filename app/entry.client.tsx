import { wakePage } from "./islands/hydrate.ts";

// Public pages stay server-rendered: only islands and enhancers wake. Consoles hydrate as a whole.
wakePage();
if (document.documentElement.dataset.page === "console") void import("./hydrate-console.tsx");
