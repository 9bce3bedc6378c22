import { useEffect, useState, useSyncExternalStore } from "react";

/** False on the server and in the first render, true after hydration: until then nothing needed may be hidden. */
export function useHydrated() {
  const [is, setIs] = useState(false);
  useEffect(() => setIs(true), []);
  return is;
}

const never = () => () => {};

/** Whether this render takes over what the server rendered; false for what a hydrated page adds. */
export const useHydrating = () =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
