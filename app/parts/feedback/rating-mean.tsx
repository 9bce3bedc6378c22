import { useSay } from "#app/ui/base/say.tsx";
import type { Rating } from "#modules/centers/index.ts";

/** The mean of somebody's feedback with the number of them; a dash with its reason where there is none. */
export function RatingMean({ rating }: { rating: Rating | null }) {
  const say = useSay();
  const hint = rating ? say("rating.madeOf", { n: rating.count }) : say("rating.none");
  return (
    <span title={hint}>
      <span aria-hidden={rating === null || undefined}>
        {rating ? say("feedbackList.mean", { mean: rating.mean.toFixed(1), n: rating.count }) : "–"}
      </span>
      <span className="sr-only"> {hint}</span>
    </span>
  );
}
