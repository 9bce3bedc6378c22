import { useEffect, useState } from "react";

/** How long one may pause between two letters, in milliseconds. */
const pauseMs = 150;

/**
 * The JSON that an address of this site answers, asked for a moment after the last letter that changed it; nothing for
 * no address, after a refusal and without a connection.
 */
export function useTypedAnswer<T>(address: string | undefined): { answer: T | undefined; looking: boolean } {
  const [got, setGot] = useState<{ address: string; answer: T | undefined }>();
  useEffect(() => {
    if (address === undefined) return;
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(address, { signal: leaving.signal });
        setGot({ address, answer: response.ok ? ((await response.json()) as T) : undefined });
      } catch {
        // Left for another text, or without a connection.
        if (!leaving.signal.aborted) setGot({ address, answer: undefined });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [address]);
  const current = address !== undefined && got?.address === address;
  return { answer: current ? got.answer : undefined, looking: address !== undefined && !current };
}
