import { useEffect, useState } from "react";

/**
 * A module that only the browser needs, loaded once it is wanted; undefined until then and where it cannot be loaded.
 * `load` is the same function in every render.
 */
export function useLoaded<Module extends object>(load: () => Promise<Module>, wanted = true): Module | undefined {
  const [loaded, setLoaded] = useState<Module>();
  useEffect(() => {
    if (!wanted) return;
    let mounted = true;
    void load().then(
      (module) => mounted && setLoaded(module),
      () => {},
    );
    return () => {
      mounted = false;
    };
  }, [load, wanted]);
  return loaded;
}
