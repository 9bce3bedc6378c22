import sprite from "./icons.svg?url&no-inline";

/** Names of app/ui/base/icons.svg, drawn from lucide by app/ui/base/draw-icons.ts; add a name there and run it. */
export const iconNames = [
  "arrow-down", "arrow-right", "arrow-up", "bell", "building-2", "calendar", "calendar-clock", "camera", "check", "chevron-down",
  "chevron-left", "chevron-right", "chevrons-left", "columns-3", "ellipsis", "panel-left", "pencil", "radio", "circle-alert", "circle-check", "clock",
  "copy", "credit-card", "download", "file-text", "grip-vertical", "hammer", "history", "house", "indian-rupee", "info",
  "languages", "list", "log-out", "map-pin", "menu", "message-circle", "phone", "plus", "printer", "qr-code", "refresh-cw",
  "repeat", "search", "share-2", "shield-check", "star", "ticket", "trash-2", "truck", "user", "users", "wallet",
  "wrench", "x",
  "bold", "italic", "underline", "strikethrough", "heading-2", "heading-3", "list-ordered", "text-quote", "code", "minus",
  "link", "undo-2", "redo-2", "volume-2",
] as const; // biome-ignore format: one list

export type IconName = (typeof iconNames)[number];

/** The drawing of each icon, as React inserts it: a page has dozens, and as elements they would be twice as many. */
const drawings = Object.fromEntries(
  iconNames.map((name) => [name, { __html: `<use href="${sprite}#${name}"></use>` }]),
) as Record<IconName, { __html: string }>;

/** An icon beside a word; without a word it needs a `label`. */
export function Icon({ name, label, className }: { name: IconName; label?: string; className?: string }) {
  return (
    <svg
      className={className ? `icon ${className}` : "icon"}
      role={label && "img"}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is made of the name alone
      dangerouslySetInnerHTML={drawings[name]}
    />
  );
}
