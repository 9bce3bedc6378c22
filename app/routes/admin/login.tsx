import { publicActions, publicPage } from "#app/http/page.server.ts";
import { actorIfAny } from "#app/http/session.server.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form } from "#app/ui/form.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { useSay } from "#app/ui/say.tsx";
import { PublicShell } from "#app/ui/shell.tsx";
import { signInAdmin } from "#modules/access/index.ts";
import { AdminLogin } from "#modules/access/shared.ts";

export const handle = { public: true, title: "admin.loginTitle" } satisfies Handle;

/** An admin who is already signed in goes to /admin-dashboard, a client to /client-dashboard (Q44). */
export const loader = publicPage(async (_anyone, _query, { request, go }) => {
  const admin = await actorIfAny("admin", request);
  if (admin?.kind === "admin") throw go(admin.role === "CLIENT" ? "/client-dashboard" : "/admin-dashboard");
  return null;
});

export const action = publicActions({
  login: {
    input: AdminLogin,
    unkeyed: "Each login opens a session of its own, and its answer is a cookie, which is not kept",
    run: async ({ address }, input, { keep, toast, go }) => {
      const { session, admin } = await signInAdmin({ ...input, via: "cookie", address });
      keep("admin_session", session.token);
      toast("admin.loggedIn");
      return go(admin.adminRole === "CLIENT" ? "/client-dashboard" : "/Home");
    },
  },
});

/** Admin login by user name and password (R013–R015). */
export default function AdminLoginPage() {
  const say = useSay();
  return (
    <PublicShell>
      <div className="mx-auto max-w-md">
        <h1 className="mb-6">{say("admin.loginTitle")}</h1>
        <ErrorSummary />
        <Form schema={AdminLogin} intent="login" className="card grid gap-4">
          <TextField name="userName" label={say("admin.userName")} autoComplete="username" />
          <TextField name="password" type="password" label={say("admin.password")} autoComplete="current-password" />
          <Button wide>{say("admin.login")}</Button>
        </Form>
        <nav className="mt-5 flex flex-wrap gap-x-5" aria-label={say("admin.otherLogins")}>
          <a className="link flex min-h-11 items-center" href="/forgot-password">
            {say("admin.forgotPassword")}
          </a>
          <a className="link flex min-h-11 items-center" href="/login">
            {say("admin.centerLogin")}
          </a>
          <a className="link flex min-h-11 items-center" href="/center-onboard-login">
            {say("onboarder.loginTitle")}
          </a>
        </nav>
      </div>
    </PublicShell>
  );
}
