import type { ReactNode } from "react";
import { useSay } from "../base/say.tsx";
import { DeskTop } from "../frame/top.tsx";

/** The way back to the list, in the bar at the top of a detail page. */
export function DetailPath({ children }: { children: ReactNode }) {
  const say = useSay();
  return (
    <DeskTop>
      <nav
        className="flex min-w-0 items-center gap-1.5 whitespace-nowrap max-md:flex-1 max-md:*:last:overflow-hidden max-md:*:last:text-ellipsis"
        aria-label={say("request.path")}
      >
        {children}
      </nav>
    </DeskTop>
  );
}

type DetailHeadProps = {
  title: string;
  /** What is beside the title: its status. */
  status?: ReactNode;
  /** Buttons at the end of the line. */
  acts?: ReactNode;
  /** Lines below the title. */
  children?: ReactNode;
};

/** The title of a detail page, with its status and the acts on it. */
export function DetailHead({ title, status, acts, children }: DetailHeadProps) {
  return (
    <div className="flex-none border-b border-line px-6 pt-3.5 pb-3 max-md:px-4" data-head="">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5" data-acts="">
        <h1 className="text-[1.5rem]/8! tabular-nums!">{title}</h1>
        {status}
        {acts && <div className="ml-auto flex flex-wrap items-center gap-1.5 max-md:ml-0">{acts}</div>}
      </div>
      {children}
    </div>
  );
}

type DetailColumnsProps = { label: string; aside: ReactNode; asideLabel: string; children: ReactNode };

/** The facts of a detail page; on the right what moves: money, remarks, history. Below each other where it is narrow. */
export function DetailColumns({ label, aside, asideLabel, children }: DetailColumnsProps) {
  return (
    <section
      className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_376px] overflow-auto max-md:overflow-visible max-[1000px]:grid-cols-1 max-[1400px]:grid-cols-[minmax(0,1fr)_332px]"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      aria-label={label}
    >
      <div className="px-6 pt-1 pb-8 max-md:px-4">{children}</div>
      <aside
        className="border-l border-line bg-paper px-5 pt-1 pb-8 max-md:px-4 max-[1000px]:border-t max-[1000px]:border-l-0"
        aria-label={asideLabel}
      >
        {aside}
      </aside>
    </section>
  );
}
