import type { IconName } from "../base/icon.tsx";

export type DeskPage = {
  to: string;
  label: string;
  /** How many rows wait there. */
  waiting?: string | undefined;
  /** The rows before the list's default range: the address that shows them, and how many in words. */
  older?: { to: string; words: string } | undefined;
};
export type DeskGroup = DeskPage & { icon: IconName; pages?: readonly DeskPage[] };
