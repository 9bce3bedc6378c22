import { Note } from "#app/ui/base/card.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { figure } from "#modules/kernel/figure.ts";
import type { Upload } from "#modules/tickets/index.ts";

/** What an upload that is over did (R308): with rows left out, a warning with how many were accepted and rejected. */
export function Processed({ upload: { state, counts } }: { upload: Pick<Upload, "state" | "counts"> }) {
  const say = useSay();
  if ((state !== "done" && state !== "cancelled") || counts.total === 0) return null;
  const { accepted, rejected } = counts;
  if (rejected === 0 && state === "done")
    return <p className="font-semibold">{say("uploads.success", { n: figure(accepted) })}</p>;
  return (
    <div role="alert" className="mb-3">
      <Note tone="warm">
        <strong>{say("uploads.processed", { n: figure(accepted + rejected) })}</strong>{" "}
        {say("uploads.acceptedRejected", { accepted: figure(accepted), rejected: figure(rejected) })}
      </Note>
    </div>
  );
}
