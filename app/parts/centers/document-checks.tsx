import { Button } from "#app/ui/base/button.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import type { Refused } from "#app/ui/base/refused.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { StatusMark } from "#app/ui/desk/status-mark.tsx";
import { RowSwitch } from "#app/ui/desk/switch.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { ConfirmLine } from "#app/ui/form/confirm-fields.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { SelectField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { type DocumentValue, RejectDocument, type RejectReason, reasonsFor } from "#modules/centers/shared.ts";
import { showDate } from "#modules/kernel/clock.ts";

/** A picture and what was decided on it, as it crosses the wire. */
export type ShownDocument = {
  value: DocumentValue;
  blobId: string | null;
  status: "NONE" | "PENDING" | "VERIFIED" | "REJECTED";
  reason: RejectReason | null;
  decidedAt: Date | string | null;
  goesAt: Date | string | null;
};

export const documentLooks = { NONE: "off", PENDING: "pending", VERIFIED: "verified", REJECTED: "bad" } as const;

type DocumentChecksProps = {
  /** Whose they are, as the intents name it. */
  holder: Record<"centerId", string> | Record<"technicianId", string>;
  name: string;
  documents: readonly ShownDocument[];
  mayCheck: boolean;
  /** What must be given before the pictures are shown; undefined while they may be. */
  confirm: { otp: boolean } | undefined;
  /** On a page of their own each picture is a section of it; in a dialog, of the dialog. */
  page?: boolean;
};

/** Pictures of identity papers, each with its switch and the form that rejects it (R401, R403, R411). */
export function DocumentChecks({ holder, name, documents, mayCheck, confirm, page = false }: DocumentChecksProps) {
  const say = useSay();
  const Heading = page ? "h2" : "h3";
  if (confirm && documents.some(({ blobId }) => blobId)) return <ShowPapers confirm={confirm} />;
  return (
    <>
      <ErrorSummary intent="switch" />
      {!mayCheck && <p className="mb-3 text-soft">{say("document.mayNot")}</p>}
      <ul className="grid gap-5" data-documents="">
        {documents.map((document) => (
          <li
            className="grid gap-y-2 gap-x-4 pb-5 border-b border-rim last:border-b-0 sm:grid-cols-[minmax(0,220px)_minmax(0,1fr)]"
            key={document.value}
            data-document={document.value}
          >
            <Picture document={document} name={name} />
            <div className="grid min-w-0 content-start gap-2">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Heading>{say(`document.${document.value}`)}</Heading>
                <StatusMark look={documentLooks[document.status]}>
                  {say(`document.status.${document.status}`)}
                </StatusMark>
              </div>
              <Decided document={document} />
              {mayCheck && <Decide document={document} holder={holder} />}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The pictures' place until the password was given again. */
function ShowPapers({ confirm }: { confirm: { otp: boolean } }) {
  const say = useSay();
  return (
    <Form intent="showPapers" prefix="papers-" confirm={confirm} footed className="grid gap-4" preventScrollReset>
      <ErrorSummary intent="showPapers" prefix="papers-" />
      <p>{say("document.hidden")}</p>
      <ConfirmLine />
      <Button className="justify-self-start">{say("document.show")}</Button>
    </Form>
  );
}

/** Each showing of an identity paper is recorded by the address it comes from. */
function Picture({ document: { value, blobId }, name }: { document: ShownDocument; name: string }) {
  const say = useSay();
  if (!blobId)
    return (
      <p className="flex items-center justify-center min-h-30 overflow-hidden border border-rim rounded-md bg-sand text-soft self-start">
        {say("document.notAvailable")}
      </p>
    );
  return (
    <a
      className="flex items-center justify-center min-h-30 overflow-hidden border border-rim rounded-md bg-sand self-start"
      href={`/files/${blobId}`}
      target="_blank"
      rel="noreferrer"
    >
      <img
        className="max-h-55 object-contain"
        src={`/files/${blobId}`}
        alt={say("document.pictureOf", { what: say(`document.${value}`), name })}
      />
    </a>
  );
}

function Decided({ document: { status, reason, decidedAt, goesAt, blobId, value } }: { document: ShownDocument }) {
  const say = useSay();
  const locale = useLocale();
  if (status !== "VERIFIED" && status !== "REJECTED") return null;
  const day = (at: Date | string) => showDate(new Date(at), locale);
  return (
    <p className="text-sm text-soft">
      {reason && <b className="block text-base font-semibold text-ink">{say(`document.reason.${reason}`)}</b>}
      {decidedAt && say("document.decided", { date: day(decidedAt) })}
      {goesAt && ` · ${say("document.goes", { date: day(goesAt) })}`}
      {!blobId && value !== "profile" && ` · ${say("document.gone")}`}
    </p>
  );
}

function Decide({ document, holder }: { document: ShownDocument; holder: DocumentChecksProps["holder"] }) {
  const say = useSay();
  const { value, blobId, status } = document;
  const what = say(`document.${value}`);
  const fields = { ...holder, value, ...(blobId && { blobId }) };
  const answer = useAnswer<Refused & { values?: Record<string, string | string[]> }>();
  // Every picture has this form: a refusal belongs to one of them.
  const refused = answer?.intent === "reject" && answer.values?.value === value ? answer : undefined;
  if (!blobId && status !== "VERIFIED") return null;
  return (
    <>
      <RowSwitch
        on={status === "VERIFIED"}
        label={say("document.switch", { what })}
        word={say("common.verified")}
        fields={fields}
        name="verified"
        values={["false", "true"]}
        atOnce
      />
      {blobId && status !== "REJECTED" && (
        <details open={refused !== undefined}>
          <summary className="py-1.5 text-teal-700 cursor-pointer" aria-label={say("document.rejectOf", { what })}>
            {say("document.reject")}
          </summary>
          <Form
            intent="reject"
            schema={RejectDocument}
            prefix={`reject-${value}-`}
            className="mt-2 grid gap-3"
            preventScrollReset
            outcome={refused ?? {}}
          >
            <ErrorSummary intent="reject" outcome={refused ?? {}} prefix={`reject-${value}-`} />
            {Object.entries(fields).map(([field, sent]) => (
              <input key={field} type="hidden" name={field} value={sent} />
            ))}
            <SelectField
              name="reason"
              label={say("document.reason")}
              hint={say(reasonsFor(value).includes("UNMASKED") ? "document.reasonHint" : "document.reasonHintPlain")}
              options={reasonsFor(value).map((reason) => ({ value: reason, label: say(`document.reason.${reason}`) }))}
              required
            />
            <Button tone="danger">{say("document.reject")}</Button>
          </Form>
        </details>
      )}
    </>
  );
}
