import { useSay } from "#app/ui/base/say.tsx";
import { useListAddress } from "#app/ui/desk/filters.tsx";

/** The list as a file, as it is filtered (Q58), with what the address does not say; for readers who may take it. */
export function FileLinks({ list, set = {} }: { list: string; set?: Record<string, string> }) {
  const say = useSay();
  const to = useListAddress();
  return (
    <span className="inline-flex">
      {(["csv", "xlsx"] as const).map((format) => (
        <a
          key={format}
          className="d-btn"
          href={to({ ...set, format }).replace(/^[^?]*/, `/lists/${list}/export`)}
          aria-label={say("list.downloadAs", { format: format.toUpperCase() })}
        >
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}
