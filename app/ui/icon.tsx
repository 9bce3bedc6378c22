import sprite from "./icons.svg?url&no-inline";

/** Names of app/ui/icons.svg, drawn from lucide by app/ui/draw-icons.ts; add a name there and run it. */
export const iconNames = [
  "arrow-right", "bell", "calendar-clock", "camera", "check", "chevron-right", "circle-alert", "circle-check", "clock",
  "copy", "credit-card", "download", "file-text", "hammer", "history", "house", "indian-rupee", "info",
  "languages", "list", "log-out", "map-pin", "menu", "message-circle", "phone", "plus", "qr-code", "refresh-cw",
  "repeat", "search", "share-2", "shield-check", "star", "ticket", "trash-2", "truck", "user", "users", "wallet",
  "wrench", "x",
] as const; // biome-ignore format: one list

export type IconName = (typeof iconNames)[number];

/** A picture beside a word; never alone (give `label` when there is no word). */
export function Icon({ name, label, className = "" }: { name: IconName; label?: string; className?: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, or the word beside it speaks
    <svg className={`icon ${className}`} {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
