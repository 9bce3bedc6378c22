import { useSite } from "./site.ts";

/** The sentence the last page left for this one, standing on the page itself. */
export function InlineToast() {
  const { toast: left } = useSite();
  if (!left) return null;
  return (
    <output
      className={`note mb-5 block ${left.kind === "bad" ? "note-bad" : ""}`}
      role={left.kind === "bad" ? "alert" : "status"}
    >
      {left.text}
    </output>
  );
}
