import { wakePage } from "./islands/wake.ts";

const isConsole = document.documentElement.dataset.page === "console";

// In development pages come from Vite and must not be cached by the service worker.
if (import.meta.env.PROD) addEventListener("load", () => void navigator.serviceWorker?.register("/sw.js"));
// What consoles have besides is one file of its own, which a public page does not load.
if (isConsole) void import("./console.ts").then(({ wakeConsole }) => wakeConsole());
else wakePage();
