import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminPage } from "#app/http/doors/page.server.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { FormColumns, FormEndLine, FormPage } from "#app/ui/desk/form-page.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { PhoneField, TextField, VersionField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { getDeskOnboarder } from "#modules/centers/index.ts";
import { AddOnboarder, EditOnboarder } from "#modules/centers/shared.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { idSaying } from "#modules/kernel/validation.ts";
import { onboarderFormActions } from "./actions.server.ts";

export const handle = {
  title: (view: { edited?: unknown }) => (view.edited ? "onboarders.updateTitle" : "onboarders.addTitle"),
  fills: true,
} satisfies Handle;

/** `edit`: the onboarder to change; one that is not there answers 'Page not found !!!'. */
const Query = z.object({ edit: idSaying("error.notFound").optional() });

export const loader = adminPage({ can: "view_admin_bar", query: Query }, async (admin, { edit }) => {
  if (!edit) return { edited: null, values: {} };
  const onboarder = await getDeskOnboarder(admin, edit).catch((error) => {
    throw error instanceof DomainError && error.kind === "missing" ? missing("error.notFound") : error;
  });
  const { id, version, centerOnboarderId, name, phone, phoneShown } = onboarder;
  return {
    edited: { id, version, centerOnboarderId, phoneShown, maskedPhone: phoneShown ? null : phone },
    values: { name, ...(phoneShown && { phone }) },
  };
});
export const action = onboarderFormActions;

/** Add Center Onboarder and Update Center Onboarder (R413, R487). */
export default function OnboarderForm() {
  const { edited, values } = useLoaderData<typeof loader>();
  const say = useSay();
  const intent = edited ? "update" : "create";
  const title = say(edited ? "onboarders.updateTitle" : "onboarders.addTitle");
  return (
    <>
      <DeskTop title={title} />
      <PageBody>
        <FormPage>
          <p className="mb-4 text-soft">{edited ? edited.centerOnboarderId : say("onboarders.lead")}</p>
          <ErrorSummary />
          <Form
            key={edited?.id ?? "new"}
            schema={edited ? EditOnboarder : AddOnboarder}
            intent={intent}
            values={values}
            guarded
          >
            {edited && (
              <>
                <input type="hidden" name="onboarderId" value={edited.id} />
                <VersionField value={edited.version} />
              </>
            )}
            <FormColumns>
              <Card title={say("onboarders.fields")} stack>
                <TextField name="name" label={say("common.shopCenterName")} autoComplete="off" />
                {edited?.maskedPhone ? (
                  <TextField
                    name="shownPhone"
                    label={say("common.mobileNumberTitle")}
                    hint={say("center.phoneHidden")}
                    value={edited.maskedPhone}
                    required
                    readOnly
                  />
                ) : (
                  <PhoneField
                    name="phone"
                    label={say("common.mobileNumberTitle")}
                    hint={say(edited ? "onboarders.mobileChanged" : "onboarders.mobileHint")}
                    autoComplete="off"
                    required
                  />
                )}
              </Card>
            </FormColumns>
            <FormEndLine>
              <Button>{title}</Button>
              <ButtonLink tone="quiet" to="/admin-center-onboarders">
                {say("common.back")}
              </ButtonLink>
            </FormEndLine>
          </Form>
        </FormPage>
      </PageBody>
    </>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
