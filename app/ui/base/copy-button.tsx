import { buttonLook } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** A button that copies a text; it is shown only where the browser can copy. */
export const CopyButton = ({ text, label, copied }: { text: string; label: string; copied: string }) => (
  <button
    type="button"
    className={buttonLook({ tone: "quiet" })}
    hidden
    data-enhance="copy"
    data-holds="hidden"
    data-copy={text}
    data-copied={copied}
  >
    <Icon name="copy" />
    <span aria-live="polite" data-copy-said="">
      {label}
    </span>
  </button>
);
