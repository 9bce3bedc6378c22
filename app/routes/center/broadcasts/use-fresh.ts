import { useEffect, useRef, useState } from "react";

const none: ReadonlySet<string> = new Set();
const markedForMs = 30_000;

/** The ids of rows that arrived while the page was open, each for half a minute; off on later pages of a list. */
export function useFresh(rows: readonly { id: string }[], on: boolean): ReadonlySet<string> {
  const seen = useRef<Set<string>>();
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const [fresh, setFresh] = useState(none);
  useEffect(() => {
    if (!on) return;
    const known = seen.current;
    const added = known ? rows.filter(({ id }) => !known.has(id)).map(({ id }) => id) : [];
    seen.current = new Set([...(known ?? []), ...rows.map(({ id }) => id)]);
    if (added.length === 0) return;
    setFresh((marked) => new Set([...marked, ...added]));
    const unmark = () => setFresh((marked) => new Set([...marked].filter((id) => !added.includes(id))));
    timers.current.push(setTimeout(unmark, markedForMs));
  }, [rows, on]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  return fresh;
}
