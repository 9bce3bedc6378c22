import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/http/doors/page.server.ts";
import { Card, Note } from "#app/ui/base/card.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { FormColumns, FormEnd, FormPage } from "#app/ui/desk/form-page.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { PhoneField, SelectField, TextField, VersionField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { SaveUser, UpdateUser } from "#modules/access/shared.ts";
import { userFormActions } from "./actions.server.ts";
import { UserQuery, userFormView } from "./view.server.ts";

export const handle = {
  title: (view: { edited?: unknown }) => (view.edited ? "user.editTitle" : "user.addTitle"),
} satisfies Handle;

export const loader = adminPage({ can: "view_admin_bar", query: UserQuery }, userFormView);
export const action = userFormActions;

/** Add User and Update User (R358, R359). */
export default function UserFormPage() {
  const { edited, values, roles, clients, maySetSignIn } = useLoaderData<typeof loader>();
  const say = useSay();
  const intent = edited ? "update" : "create";
  return (
    <FormPage>
      <h1 className="mb-4">{say(edited ? "user.editTitle" : "user.addTitle")}</h1>
      <ErrorSummary />
      <Form schema={edited ? UpdateUser : SaveUser} intent={intent} values={values} guarded>
        {edited && (
          <>
            <input type="hidden" name="adminId" value={edited.id} />
            <VersionField value={edited.version} />
          </>
        )}
        <FormColumns>
          <Card title={say("user.signInFields")} stack>
            <TextField name="userName" label={say("user.userName")} autoComplete="off" />
            {maySetSignIn ? (
              <>
                <TextField
                  name="password"
                  type="password"
                  label={say("admin.password")}
                  autoComplete="new-password"
                  hint={say(edited ? "user.passwordStays" : "user.passwordNew")}
                />
                <PhoneField
                  name="mobile"
                  label={say("common.mobileNumberTitle")}
                  autoComplete="off"
                  hint={say(edited ? "common.emptyKeepsNumber" : "user.mobileHint")}
                />
              </>
            ) : (
              <Note>{say("user.superAdminsOnly")}</Note>
            )}
          </Card>
          <Card title={say("user.rights")} stack>
            <SelectField
              name="role"
              label={say("user.role")}
              options={roles}
              empty={say("user.chooseRole")}
              hint={say("user.roleHint")}
            />
            <SelectField
              name="clientId"
              label={say("common.client")}
              {...clients}
              empty={say("common.noClient")}
              required={false}
              hint={say("user.clientHint")}
            />
          </Card>
        </FormColumns>
        <FormEnd word={say(edited ? "common.update" : "common.save")} backTo="/users" back={say("user.back")} />
      </Form>
    </FormPage>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
