import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { stepUpOf } from "#app/http/doors/fresh.server.ts";
import { adminActions, adminPage } from "#app/http/doors/page.server.ts";
import { DocumentChecks } from "#app/parts/centers/document-checks.tsx";
import { documentIntents } from "#app/parts/centers/document-intents.server.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { heldDocuments } from "#modules/centers/index.ts";
import { idSaying } from "#modules/kernel/validation.ts";

export const handle = {
  title: "document.technicianTitle",
  fills: true,
  failures: { switch: "document.checkFailed", reject: "document.checkFailed" },
} satisfies Handle;

const Query = z.object({ technicianId: idSaying("error.notFound") });

export const loader = adminPage(
  { can: "view_technician_details.full_access", query: Query },
  async (admin, { technicianId }) => ({
    technicianId,
    confirm: stepUpOf(admin, "money"),
    ...(await heldDocuments(admin, { kind: "technician", id: technicianId })),
  }),
);
export const action = adminActions(documentIntents({ can: "update_technician.full_access" }));

/** A technician's papers, each with its switch (R411). */
export default function TechnicianDocuments() {
  const { technicianId, name, documents, mayCheck, confirm } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <>
      <DeskTop title={say("document.technicianTitle")} />
      <PageBody>
        <div className="max-w-190">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <p className="font-semibold">{name}</p>
            <ButtonLink tone="quiet" to="/admin-technician">
              {say("common.goBack")}
            </ButtonLink>
          </div>
          <DocumentChecks
            name={name}
            documents={documents}
            mayCheck={mayCheck}
            confirm={confirm}
            holder={{ technicianId }}
            page
          />
        </div>
      </PageBody>
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
