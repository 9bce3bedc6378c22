import { useEffect, useState } from "react";

type Named = { name: string; code: string | null };

/** What `/requests/find` answers. */
export type Found = {
  requests: { id: string; number: string; name: string; status: string; service: string }[];
  centers: Named[];
  technicians: Named[];
};

const nothing: Found = { requests: [], centers: [], technicians: [] };
/** How long one may pause between two letters, in milliseconds. */
const pauseMs = 150;

/** What is found for a text, a moment after its last letter; nothing while it is shorter than two letters. */
export function useFound(text: string): { found: Found; looking: boolean } {
  const [answer, setAnswer] = useState<{ text: string; found: Found }>({ text: "", found: nothing });
  useEffect(() => {
    if (text.length < 2) return;
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/requests/find?${new URLSearchParams({ q: text })}`, { signal: leaving.signal });
        setAnswer({ text, found: response.ok ? ((await response.json()) as Found) : nothing });
      } catch {
        // Left for another text, or without a connection: pages are still offered.
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text]);
  const current = answer.text === text;
  return { found: current ? answer.found : nothing, looking: text.length >= 2 && !current };
}
