import { useEffect } from "react";
import type { Refused } from "../base/refused.ts";
import { useSay } from "../base/say.tsx";
import { useAnswer } from "../form/answer.ts";
import { show } from "./toast.tsx";

/**
 * Says why the page's form was refused as toasts, too (R268, R269, R319): each sentence once, however many fields it is
 * about. The page itself shows it in its error summary and beside the fields.
 */
export function useRefusedToast() {
  const say = useSay();
  const refused = useAnswer<Refused>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is said once
  useEffect(() => {
    if (!refused?.problem) return;
    const { problem, params, errors } = refused;
    const sentences = errors ? new Set(Object.values(errors)) : [problem];
    for (const key of sentences) show(say(key, key === problem ? params : undefined), "bad", `refused ${key}`);
  }, [refused]);
}
