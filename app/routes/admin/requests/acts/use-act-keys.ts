import { useEffect } from "react";
import { isTyping } from "#app/ui/desk/keys.ts";
import { actKeys } from "./acts.ts";

/**
 * `a c e m` act on the current row of a list, or on the open request: they follow the link of the act, where it is
 * offered.
 */
export function useActKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const acts = actKeys[event.key];
      const scope = acts && document.querySelector("[data-acts], .desk-grid tr.at .acts");
      const link = scope && acts.map((act) => scope.querySelector<HTMLElement>(`[data-act="${act}"]`)).find(Boolean);
      if (!link) return;
      event.preventDefault();
      link.focus({ preventScroll: true });
      link.click();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
