import type { ReactNode } from "react";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";

type BrowserSwitchProps = {
  /** Undefined until the browser knows; its room is there before. */
  on: boolean | undefined;
  icon: IconName;
  label: string;
  onClick: () => void;
  busy?: boolean;
  disabled?: boolean;
  /** The id of the words beside it. */
  describedBy?: string;
  children?: ReactNode;
};

/** A switch of this browser alone; without JavaScript there is none. */
export const BrowserSwitch = ({
  on,
  icon,
  label,
  onClick,
  busy,
  disabled,
  describedBy,
  children,
}: BrowserSwitchProps) => (
  <div className={`-mt-2 mb-5 flex flex-wrap items-center gap-x-3.5 ${on === undefined ? "not-yet" : ""}`}>
    <button
      type="button"
      role="switch"
      className="group inline-flex min-h-11 items-center gap-2 text-start font-semibold disabled:text-soft"
      aria-checked={on ?? false}
      aria-busy={busy}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span>{label}</span>
      <i
        className="relative h-5 w-9 flex-none rounded-full border border-edge bg-sand group-aria-checked:border-teal-700 group-aria-checked:bg-teal-700 after:absolute after:top-0.5 after:left-0.75 after:size-3.5 after:rounded-full after:bg-edge group-aria-checked:after:left-4.5 group-aria-checked:after:bg-white"
        aria-hidden="true"
      />
    </button>
    {children}
  </div>
);
