import { useLoaderData } from "@remix-run/react";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { FormValue } from "#app/http/request/form.server.ts";
import type { ShownDocument } from "#app/parts/centers/document-checks.tsx";
import { DocumentsNote } from "#app/parts/centers/documents-note.tsx";
import { ImageField } from "#app/parts/centers/image-field.tsx";
import { imageFiles, storeImages } from "#app/parts/centers/keep-images.server.ts";
import { Button } from "#app/ui/base/button.tsx";
import { Card, Note } from "#app/ui/base/card.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { ownDocuments, sendDocuments } from "#modules/centers/index.ts";
import { centerDocuments, SendDocuments } from "#modules/centers/shared.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { env } from "#modules/kernel/env.server.ts";

export const handle = { title: "document.own" } satisfies Handle;

export const loader = centerPage({ can: "owner" }, async (center) => ({
  ...(await ownDocuments(center)),
  days: env.papersRetentionDays,
}));

async function keepImages(center: ActorOf<"center">, fields: Map<string, FormValue[]>) {
  const refusal = await storeImages(center, fields, centerDocuments);
  if (refusal) throw refusal;
}

export const action = centerActions({
  send: {
    can: "owner",
    limit: formLimit,
    files: imageFiles(centerDocuments),
    prepare: keepImages,
    input: SendDocuments,
    run: sendDocuments,
    once: "in its transaction",
    say: "document.ownSent",
    to: "/center-documents",
  },
});

const photos = "image/jpeg,image/png,image/webp";

/** The center's identity papers: what it sent, what was decided and why, and another try (H22). */
export default function CenterDocuments() {
  const { documents, verifiedAt, days } = useLoaderData<typeof loader>();
  const say = useSay();
  const own = documents.filter((document) => centerDocuments.some((value) => value === document.value));
  const open = own.filter(({ status }) => status !== "VERIFIED");
  return (
    <div className="max-w-3xl">
      <h1 className="mb-2">{say("document.own")}</h1>
      <p className="mb-5 text-soft">{say("document.ownLead", { days })}</p>
      {verifiedAt && (
        <div className="mb-5">
          <Note>{say("document.ownVerified")}</Note>
        </div>
      )}
      {!verifiedAt && own.every(({ status }) => status === "PENDING" || status === "VERIFIED") && (
        <div className="mb-5">
          <Note tone="warm">{say("document.ownWaiting")}</Note>
        </div>
      )}
      <DocumentsNote papers={{ documents: own, verifiedAt }} />
      <ErrorSummary />
      <Form
        // A sent picture is no longer chosen: the form begins anew.
        key={own.map(({ blobId }) => blobId).join()}
        schema={SendDocuments}
        intent="send"
        encType="multipart/form-data"
        className="grid gap-5"
        guarded
      >
        {own.map((document) => (
          <Paper key={document.value} document={document} />
        ))}
        {open.length > 0 && (
          <p>
            <Button>{say("document.ownSend")}</Button>
          </p>
        )}
      </Form>
    </div>
  );
}

const looks = { NONE: "plain", PENDING: "warm", VERIFIED: "good", REJECTED: "bad" } as const;

function Paper({ document: { value, status, blobId } }: { document: ShownDocument }) {
  const say = useSay();
  const kind = centerDocuments.find((each) => each === value);
  const label = say(`document.${value}`);
  if (!kind) return null;
  const plain = say(kind === "pan" ? "document.ownPanHint" : "technician.image.cardHint");
  return (
    <Card>
      <div data-document={value} className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2>{label}</h2>
          <Chip tone={looks[status]}>{say(`document.status.${status}`)}</Chip>
        </div>
        {status === "VERIFIED" ? (
          !blobId && <p className="text-soft">{say("document.gone")}</p>
        ) : (
          <ImageField
            kind={kind}
            label={label}
            hint={status === "PENDING" ? say("document.ownKept") : plain}
            accept={kind === "pan" ? "image/jpeg,.jpg,.jpeg" : photos}
            stored={blobId}
          />
        )}
      </div>
    </Card>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
