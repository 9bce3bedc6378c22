import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import "sonner/dist/styles.css";
import { useSite } from "./site.ts";

/** How long a toast of a console stays, in milliseconds (as specified). */
const lasting = 5000;

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

/** The same sentence as a toast where the page is hydrated. */
export function ConsoleToaster() {
  const { toast: left } = useSite();
  useEffect(() => {
    if (left) show(left.text, left.kind, left.id);
  }, [left]);
  return <Toaster position="top-right" duration={lasting} toastOptions={{ className: "font-sans" }} />;
}

/** Show a toast from a console's component; an error must also stand on the page. */
export function show(text: string, kind: "good" | "bad" = "good", id?: string) {
  if (kind === "bad") toast.error(text, { id });
  else toast.success(text, { id });
}
