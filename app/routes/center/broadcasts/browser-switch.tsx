import type { ReactNode } from "react";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";

type BrowserSwitchProps = {
  /** The island that knows its state and answers its press. */
  "data-enhance": string;
  icon: IconName;
  label: string;
  /** What its island needs, as attributes `data-…`. */
  data?: Record<`data-${string}`, string | undefined>;
  /** The id of the words beside it. */
  describedBy?: string;
  children?: ReactNode;
};

/** A switch of this browser alone; its room is there before the browser knows, and without JavaScript there is none. */
export const BrowserSwitch = ({ icon, label, data, describedBy, children, ...island }: BrowserSwitchProps) => (
  <div className="not-yet -mt-2 mb-5 flex flex-wrap items-center gap-x-3.5" data-holds="class" {...island} {...data}>
    <button
      type="button"
      role="switch"
      className="group inline-flex min-h-11 items-center gap-2 text-start font-semibold disabled:text-soft"
      aria-checked="false"
      aria-describedby={describedBy}
      data-holds="aria-checked aria-busy disabled"
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
