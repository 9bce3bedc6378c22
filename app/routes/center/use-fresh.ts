import { useEffect, useRef, useState } from "react";

const none: ReadonlySet<string> = new Set();

/** Rows that came while the page was open: their ids stay marked until the next ones come. Off on later pages. */
export function useFresh(rows: readonly { id: string }[], on: boolean): ReadonlySet<string> {
  const seen = useRef<Set<string>>();
  const [fresh, setFresh] = useState(none);
  useEffect(() => {
    if (!on) return;
    const known = seen.current;
    const added = known ? rows.filter(({ id }) => !known.has(id)).map(({ id }) => id) : [];
    seen.current = new Set([...(known ?? []), ...rows.map(({ id }) => id)]);
    if (added.length > 0) setFresh(new Set(added));
  }, [rows, on]);
  return fresh;
}
