import { useRevalidator } from "@remix-run/react";
import { Icon } from "../base/icon.tsx";
import { useSay } from "../base/say.tsx";

/** Asks the server for the page's data again (R223). */
export function RefreshButton({ bare = false }: { bare?: boolean }) {
  const say = useSay();
  const { revalidate } = useRevalidator();
  return (
    <button
      type="button"
      className={`d-btn d-btn-icon${bare ? " d-btn-bare" : ""}`}
      aria-label={say("desk.refresh")}
      title={say("desk.refresh")}
      onClick={() => revalidate()}
    >
      <Icon name="refresh-cw" />
    </button>
  );
}
