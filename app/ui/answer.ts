import { useActionData, useLocation } from "@remix-run/react";
import { useRef } from "react";

/**
 * What the last form of this page was answered. A page that is read again because of news would forget it; here it
 * stays until the reader goes on, so that a refusal can be read.
 */
export function useAnswer<T>(): T | undefined {
  const answered = useActionData() as T | undefined;
  const { key } = useLocation();
  const kept = useRef<{ key: string; answer: T }>();
  if (answered !== undefined) kept.current = { key, answer: answered };
  return answered ?? (kept.current?.key === key ? kept.current.answer : undefined);
}
