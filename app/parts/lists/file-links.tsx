import { Icon } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { useListAddress } from "#app/ui/list/use-list-address.ts";

/** The list as a file, as it is filtered (Q58), with what the address does not say, and on paper; for readers who may take it (R378). */
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
      <button
        type="button"
        className="d-btn d-btn-icon noscript:hidden"
        aria-label={say("list.print")}
        title={say("list.print")}
        data-enhance="print"
      >
        <Icon name="printer" />
      </button>
    </span>
  );
}
