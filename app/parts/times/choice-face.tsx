import type { ReactNode } from "react";
import { Icon } from "#app/ui/base/icon.tsx";

/** The face of a choice, under an input that is not seen and lies over it: chosen, it has a tick. */
export function ChoiceFace({ round = false, children }: { round?: boolean; children: ReactNode }) {
  return (
    <span
      className={`flex min-h-12 items-center gap-2 border border-line bg-white px-4 py-2 peer-checked:border-teal-700 peer-checked:bg-teal-50 peer-checked:shadow-[inset_0_0_0_1px_var(--color-teal-700)] peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-teal-700 peer-disabled:border-dashed peer-disabled:bg-transparent peer-disabled:text-soft peer-checked:[&>.icon]:visible ${round ? "rounded-full" : "rounded-lg"}`}
    >
      <span className="min-w-0 flex-1">{children}</span>
      <Icon name="check" className="invisible text-teal-700" />
    </span>
  );
}
