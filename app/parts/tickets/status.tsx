import type { ReactNode } from "react";
import { useSay } from "#app/ui/base/say.tsx";
import { type StatusLook, StatusMark } from "#app/ui/desk/status-mark.tsx";
import { statusWord } from "./words.ts";

/** R204: the look of a displayed status in the admin console, the same on every screen. */
export function lookOf(status: string) {
  switch (status) {
    case "Technician Assigned":
      return "assigned";
    case "Technician Not Assigned":
      return "open";
    case "PENDING":
      return "pending";
    case "VERIFIED":
      return "verified";
    case "CLOSED":
      return "closed";
    default:
      return "bad";
  }
}

const headLooks: Partial<Record<StatusLook, string>> = {
  assigned: "bg-green-700! text-white!",
  verified: "bg-green-700! text-white!",
  open: "border-transparent! bg-red-700! text-white!",
  bad: "border-transparent! bg-red-700! text-white!",
  pending: "bg-marigold-400! text-ink! before:border-current!",
};

/** The one status a detail page is about, in strong colours beside its title. */
export const HeadStatus = ({ look, children }: { look: StatusLook; children: ReactNode }) => (
  <StatusMark look={look} className={`h-6.5! pr-3! pl-2.5! text-13! font-semibold! ${headLooks[look] ?? ""}`}>
    {children}
  </StatusMark>
);

/** A displayed status (R198–R204): glyph, word and colour. */
export function Status({ status }: { status: string }) {
  return <StatusMark look={lookOf(status)}>{statusWord(status, useSay())}</StatusMark>;
}
