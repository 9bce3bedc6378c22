import { useSay } from "#app/ui/base/say.tsx";
import { erasureLeaves } from "#modules/consumers/shared.ts";

/** What an erasure leaves, and why. */
export function RemainingRecords() {
  const say = useSay();
  return (
    <ul className="list-disc pl-5 text-soft">
      {erasureLeaves.map((what) => (
        <li key={what}>{say(`consumer.stays.${what}`)}</li>
      ))}
    </ul>
  );
}
