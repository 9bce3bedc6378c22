import { useEffect, useState } from "react";
import { Icon } from "./icon.tsx";

/** How long a copied link is confirmed (R078). */
const confirmMs = 4000;

/** A console's button that copies a text; it is shown only where the browser can copy. */
export function CopyButton({ text, label, copied }: { text: string; label: string; copied: string }) {
  const [can, setCan] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  useEffect(() => setCan(Boolean(navigator.clipboard)), []);
  useEffect(() => {
    if (!confirmed) return;
    const wait = setTimeout(() => setConfirmed(false), confirmMs);
    return () => clearTimeout(wait);
  }, [confirmed]);
  if (!can) return null;
  return (
    <button
      type="button"
      className="btn btn-quiet"
      onClick={() => navigator.clipboard.writeText(text).then(() => setConfirmed(true))}
    >
      <Icon name="copy" />
      <span aria-live="polite">{confirmed ? copied : label}</span>
    </button>
  );
}
