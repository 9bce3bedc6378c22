import { ButtonLink } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import type { ShownDocument } from "./document-checks.tsx";

type DocumentsNoteProps = {
  papers: {
    documents: readonly ShownDocument[];
    verifiedAt: Date | string | null;
    /** Technicians of whom a paper was rejected. */
    technicians?: readonly { id: string; name: string }[];
  };
  /** Leads to the page where documents are sent. */
  link?: boolean;
};

/** What of a center's papers was rejected, why, and what to do; or that some are still to be sent. */
export function DocumentsNote({ papers: { documents, verifiedAt, technicians = [] }, link }: DocumentsNoteProps) {
  const say = useSay();
  const rejected = documents.filter(({ status }) => status === "REJECTED");
  const missing = !verifiedAt && documents.some(({ status }) => status === "NONE");
  const ofHands = technicians.length > 0 && (
    <div className="mb-5" data-technicians-note="">
      <Note tone="bad">
        <p className="font-semibold">{say("document.ownTechnicians")}</p>
        <ul className="mt-1 grid gap-1">
          {technicians.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/AddTechnician?edit=${id}`}>{name}</Link>
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
  if (rejected.length === 0 && !(link && missing)) return ofHands || null;
  return (
    <>
      <div className="mb-5" data-documents-note="">
        <Note tone={rejected.length > 0 ? "bad" : "warm"}>
          {rejected.length > 0 ? (
            <>
              <p className="font-semibold">{say("document.ownRejected")}</p>
              <ul className="mt-1 grid gap-1">
                {rejected.map(({ value, reason }) => (
                  <li key={value}>
                    {say("document.ownRejectedLine", {
                      what: say(`document.${value}`),
                      why: reason ? say(`document.reason.${reason}`) : "",
                    })}{" "}
                    {reason && say(`document.todo.${reason}`)}
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p>{say("document.ownMissing")}</p>
          )}
          {link && (
            <p className="mt-3">
              <ButtonLink tone="quiet" to="/center-documents">
                {say(rejected.length > 0 ? "document.ownAgain" : "document.own")}
              </ButtonLink>
            </p>
          )}
        </Note>
      </div>
      {ofHands}
    </>
  );
}
