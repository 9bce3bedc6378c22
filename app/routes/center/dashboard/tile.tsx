import type { ReactNode } from "react";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";

/** A figure of the dashboard that opens its list. */
export const Tile = ({
  to,
  icon,
  label,
  children,
}: {
  to: string;
  icon: IconName;
  label: string;
  children: ReactNode;
}) => (
  <Link
    to={to}
    className="flex h-full flex-col justify-between gap-2 rounded-lg border border-line bg-white p-4 shadow-card hover:border-teal-700"
    data-tile=""
  >
    <span className="flex items-center gap-2 text-soft">
      <Icon name={icon} />
      <span className="text-sm">{label}</span>
    </span>
    {children}
  </Link>
);
