import { useActionData, useLocation } from "@remix-run/react";
import { useRef } from "react";
import { useSite } from "../base/site.ts";

/**
 * The answer to the page's last form: from this page's action, or from before the page was loaded (Site.refused).
 * Revalidation by live news clears the action's answer; here it is kept until the reader navigates, so that a refusal
 * can be read.
 */
export function useAnswer<T>(): T | undefined {
  const answered = useActionData() as T | undefined;
  const { key } = useLocation();
  const { refused } = useSite();
  const latest = useRef<{ key: string; answer: T }>();
  if (answered !== undefined) latest.current = { key, answer: answered };
  return answered ?? (latest.current?.key === key ? latest.current.answer : ((refused as T | null) ?? undefined));
}
