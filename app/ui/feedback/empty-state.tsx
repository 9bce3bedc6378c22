import type { ReactNode } from "react";
import { Icon, type IconName } from "../base/icon.tsx";

/** An empty list or page: why it is empty, and one next action. */
export function EmptyState({
  icon = "info",
  title,
  children,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-edge px-6 py-12 text-center">
      <span className="rounded-full bg-sand p-3 text-xl text-teal-700">
        <Icon name={icon} className="block" />
      </span>
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  );
}
