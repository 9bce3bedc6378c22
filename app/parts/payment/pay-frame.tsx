import type { ReactNode } from "react";

/** What is to be paid now, above the page it is about; its title has the id `pay-title`. */
export const PayFrame = ({ children }: { children: ReactNode }) => (
  <section
    className="mb-6 rounded-lg border border-l-4 border-marigold-400 bg-white p-5 shadow-card"
    aria-labelledby="pay-title"
  >
    {children}
  </section>
);
