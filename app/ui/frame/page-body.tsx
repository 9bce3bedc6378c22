import type { ReactNode } from "react";

/** What stands below the head of a console's page and scrolls in itself, so that the head stays in sight. */
export const PageBody = ({ children }: { children: ReactNode }) => (
  // What is placed in it, as a text for screen readers, scrolls with it and does not lengthen the document.
  <div className="relative min-h-0 flex-1 overflow-auto p-6 phone:p-4">{children}</div>
);
