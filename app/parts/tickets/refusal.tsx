import { problemLook } from "#app/ui/base/problem-look.ts";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";

/** Why an act on a request failed, such as an offer that another center won or is just paying; it takes the focus. */
export function Refusal({ refused }: { refused: Refused }) {
  const say = useSay();
  if (!refused.problem) return null;
  return (
    <div tabIndex={-1} role="alert" className={`${problemLook} mb-5`} data-error-summary="">
      {refused.failed && <p className="font-semibold">{say(refused.failed)}</p>}
      <p className={refused.failed ? "" : "font-semibold"}>{say(refused.problem, refused.params)}</p>
    </div>
  );
}
