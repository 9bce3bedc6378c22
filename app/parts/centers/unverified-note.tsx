import { Note } from "#app/ui/base/card.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import type { Accepting } from "#modules/tickets/index.ts";

type UnverifiedNoteProps = { accepting: Pick<Accepting, "left" | "perDay">; owner: boolean };

/** Tells a center that is not verified yet how many requests it may accept today, and its owner what verification needs. */
export function UnverifiedNote({ accepting, owner }: UnverifiedNoteProps) {
  const say = useSay();
  const { left, perDay } = accepting;
  if (left === null) return null;
  return (
    <div className="mb-5">
      <Note tone="warm">
        <p className="font-semibold">{say("center.unverified")}</p>
        <p>{say("center.unverified.hint", { limit: perDay })}</p>
        {owner && (
          <p>
            {say("center.unverified.next")}{" "}
            <Link className="link" to="/center-documents">
              {say("center.unverified.papers")}
            </Link>
          </p>
        )}
        <p>{left > 0 ? say("center.unverified.left", { count: left }) : say("center.unverified.none")}</p>
      </Note>
    </div>
  );
}
