import { wakePage } from "./islands/hydrate.ts";

// Public pages stay server-rendered: only islands and enhancers wake. Consoles hydrate as a whole.
wakePage();
// In development pages come from Vite, and nothing of it is to be kept.
if (import.meta.env.PROD) addEventListener("load", () => void navigator.serviceWorker?.register("/sw.js"));
if (document.documentElement.dataset.page === "console") void import("./hydrate-console.tsx");
