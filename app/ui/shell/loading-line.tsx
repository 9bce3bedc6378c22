import { useSay } from "../base/say.tsx";

/* Both come when the next page is slower than a blink (html[data-loading], app/exchange/go.ts). */
const line =
  "fixed inset-x-0 top-0 z-60 h-0.5 animate-[desk-bar_1.1s_0.2s_infinite_linear] bg-[length:50%_100%] bg-no-repeat opacity-0 " +
  "bg-[linear-gradient(90deg,transparent,var(--color-teal-600)_30%_70%,transparent)] " +
  "motion-reduce:animate-[desk-loading_0.1s_0.2s_forwards] motion-reduce:bg-teal-600";
/* In words, once it takes long enough to be read (R399). */
const word =
  "pointer-events-none fixed top-2 left-1/2 z-60 -translate-x-1/2 animate-[desk-loading_0.1s_0.3s_forwards] rounded-full " +
  "bg-teal-900 px-3 py-0.75 text-13 font-semibold text-white opacity-0";

/** Says that the next page is on its way. */
export function LoadingLine() {
  return (
    <div role="status" className="fixed hidden in-data-loading:block print:hidden" data-loading-bar="">
      <div className={line} />
      <span className={word}>{useSay()("desk.loading")}</span>
    </div>
  );
}
