import { useSay } from "./say.tsx";

/** Grey lines where something is being fetched. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{useSay()("shell.loading")}</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} className="skeleton h-5" style={{ width: `${100 - line * 12}%` }} />
      ))}
    </div>
  );
}
