import { useActionData } from "@remix-run/react";
import { useSite } from "../base/site.ts";

/** The answer to the page's last form: from this page's action, or from before the page was loaded (Site.refused). */
export function useAnswer<T>(): T | undefined {
  const answered = useActionData() as T | undefined;
  const { refused } = useSite();
  return answered ?? (refused as T | null) ?? undefined;
}
