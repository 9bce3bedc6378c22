import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { FlagBoxes } from "#app/parts/access/flags.tsx";
import { Card } from "#app/ui/base/card.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { FormColumn, FormEnd, FormPage } from "#app/ui/desk/form-page.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { TextField, VersionField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { AddRoleForm, UpdateRoleForm } from "#modules/access/shared.ts";
import { roleFormActions } from "./actions.server.ts";
import { RoleQuery, roleFormView } from "./view.server.ts";

export const handle = {
  title: (view: { edited?: unknown }) => (view.edited ? "role.editTitle" : "role.addTitle"),
} satisfies Handle;

export const loader = adminPage({ can: "any admin", query: RoleQuery }, roleFormView);
export const action = roleFormActions;

/** Add Role and Update Role (R348–R352). */
export default function RoleFormPage() {
  const { edited, grantable } = useLoaderData<typeof loader>();
  const say = useSay();
  const intent = edited ? "update" : "create";
  return (
    <FormPage>
      <h1>{say(edited ? "role.editTitle" : "role.addTitle")}</h1>
      <p className="mb-4 text-soft">{say("role.lead")}</p>
      <ErrorSummary />
      <Form
        schema={edited ? UpdateRoleForm : AddRoleForm}
        intent={intent}
        values={edited ? { roleName: edited.roleName, permissions: edited.permissions } : {}}
        guarded
      >
        {edited && (
          <>
            <input type="hidden" name="roleId" value={edited.id} />
            <VersionField value={edited.version} />
          </>
        )}
        <FormColumn>
          <Card>
            <TextField name="roleName" label={say("role.name")} autoComplete="off" />
          </Card>
          <Card title={say("common.permissions")}>
            <FlagBoxes grantable={grantable} />
          </Card>
        </FormColumn>
        <FormEnd word={say(edited ? "common.update" : "common.save")} backTo="/roles" back={say("role.back")} />
      </Form>
    </FormPage>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
