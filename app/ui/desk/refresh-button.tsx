import { Icon } from "../base/icon.tsx";
import { useSay } from "../base/say.tsx";

/** Reads the page anew (R223). */
export function RefreshButton({ bare = false }: { bare?: boolean }) {
  const say = useSay();
  return (
    <button
      type="button"
      className={`d-btn d-btn-icon noscript:hidden${bare ? " d-btn-bare" : ""}`}
      aria-label={say("desk.refresh")}
      title={say("desk.refresh")}
      data-enhance="refresh"
    >
      <Icon name="refresh-cw" />
    </button>
  );
}
