import type { ReactNode } from "react";

type ThumbProps = {
  /** Where the picture opens large, in a window of its own; without one it is only shown. */
  href?: string;
  className?: string;
  /** The picture. */
  children: ReactNode;
};

const look = "block size-24 overflow-hidden rounded-md border border-line bg-sand *:size-full *:object-cover";

/** A small picture in its frame. */
export const Thumb = ({ href, className = "", children }: ThumbProps) =>
  href ? (
    <a href={href} target="_blank" rel="noreferrer" className={`${look} ${className}`}>
      {children}
    </a>
  ) : (
    <span className={`${look} ${className}`}>{children}</span>
  );
