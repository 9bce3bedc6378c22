import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import styles from "sonner/dist/styles.css?url";
import { useSite } from "./site.ts";

/** How long a toast of a console stays, in milliseconds (as specified). */
const lasting = 5000;

/** The same sentence as a toast where the page is hydrated. */
export function ConsoleToaster() {
  const { toast: left } = useSite();
  useEffect(() => {
    if (left) show(left.text, left.kind, left.id);
  }, [left]);
  return (
    <>
      <link rel="stylesheet" href={styles} />
      <Toaster position="top-right" duration={lasting} toastOptions={{ className: "font-sans" }} />
    </>
  );
}

/** Show a toast from a console's component; an error must also stand on the page. */
export function show(text: string, kind: "good" | "bad" | "info" = "good", id?: string) {
  if (kind === "bad") toast.error(text, { id });
  else if (kind === "info") toast.info(text, { id });
  else toast.success(text, { id });
}
