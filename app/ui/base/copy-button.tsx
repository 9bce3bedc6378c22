import { useEffect, useState } from "react";
import { Icon } from "./icon.tsx";

/** How long a copied link is confirmed (R078). */
const saidMs = 4000;

/** A console's button that copies a text; it is shown only where the browser can copy. */
export function CopyButton({ text, label, copied }: { text: string; label: string; copied: string }) {
  const [can, setCan] = useState(false);
  const [said, setSaid] = useState(false);
  useEffect(() => setCan(Boolean(navigator.clipboard)), []);
  useEffect(() => {
    if (!said) return;
    const wait = setTimeout(() => setSaid(false), saidMs);
    return () => clearTimeout(wait);
  }, [said]);
  if (!can) return null;
  return (
    <button
      type="button"
      className="btn btn-quiet"
      onClick={() => navigator.clipboard.writeText(text).then(() => setSaid(true))}
    >
      <Icon name="copy" />
      <span aria-live="polite">{said ? copied : label}</span>
    </button>
  );
}
