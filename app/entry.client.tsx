import { wakePage } from "./islands/wake.ts";

// Public pages stay server-rendered and only their islands start; consoles hydrate as a whole.
wakePage();
// In development pages come from Vite and must not be cached by the service worker.
if (import.meta.env.PROD) addEventListener("load", () => void navigator.serviceWorker?.register("/sw.js"));
if (document.documentElement.dataset.page === "console") void import("./hydrate-console.tsx");
