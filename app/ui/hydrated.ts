import { useEffect, useState } from "react";

/** False on the server and at first sight, true once JavaScript works: until then nothing may be hidden that matters. */
export function useHydrated() {
  const [is, setIs] = useState(false);
  useEffect(() => setIs(true), []);
  return is;
}
