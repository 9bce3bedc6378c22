import { Icon } from "../base/icon.tsx";

/** Prints the page; the browser's own menu does the same without JavaScript. */
export const PrintButton = ({ label, className }: { label: string; className: string }) => (
  <button type="button" className={className} hidden data-enhance="print" data-holds="hidden">
    <Icon name="printer" />
    {label}
  </button>
);
