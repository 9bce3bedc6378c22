import type { LinksFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormStrategy } from "remix-auth-form";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { wayBack } from "#app/http/doors/way-back.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf, enter } from "#app/http/session/known-browser.server.ts";
import { mobileStep, setUpPage } from "#app/http/session/session.server.ts";
import { fieldText, signInBy } from "#app/http/session/strategies.server.ts";
import { pastLogin } from "#app/parts/login/past-login.server.ts";
import stylesheet from "#app/styles.css?url";
import { Button } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { OtpField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { PublicShell } from "#app/ui/shell/shell.tsx";
import {
  deviceOf,
  finishAdminSignIn,
  hasSecondFactor,
  needsMobileProof,
  needsSecondFactor,
  pendingSignIn,
  type SignedIn,
  startAdminSignIn,
} from "#modules/access/index.ts";
import { AdminCode, AdminLogin } from "#modules/access/shared.ts";
import { env } from "#modules/kernel/env.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";

type View = { signIn: string | null };
/** Declared by the route as well: a console that leads here without loading the page waits for them. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

export const handle = {
  public: true,
  title: (view: View) => (view.signIn ? "admin.codeTitle" : "admin.loginTitle"),
} satisfies Handle;

const here = "/admin-login";
const codeStep = `${here}?step=code`;
const Query = z.object({
  step: z.literal("code").optional().catch(undefined),
  with: z.literal("recovery").optional().catch(undefined),
});

export const loader = publicPage({ limit: reads.page, query: Query }, async (_anyone, { step, with: by }, door) => {
  await pastLogin(door);
  const demo = env.sandbox && env.adminTotp !== "required";
  if (step !== "code") return { signIn: null, recovery: false, demo };
  const pending = await pendingSignIn(door.cookie("admin_sign_in"));
  if (!pending) throw over(door);
  return { signIn: pending.id, recovery: by === "recovery", demo };
});

export const action = publicActions({
  login: {
    limit: formLimit,
    input: AdminLogin,
    unkeyed: "Each login opens a session of its own, and its answer is a cookie, which is not kept",
    run: async (_anyone, input, door) => {
      const began = await signInBy(byPassword(door), input, door);
      if ("session" in began) return entered(began, door);
      door.keep("admin_sign_in", began.waiting);
      return door.go(codeStep);
    },
  },
  code: {
    limit: formLimit,
    input: AdminCode,
    unkeyed: "A code is good once, and its answer is a cookie, which is not kept",
    run: async (_anyone, { otp, signIn }, door) => {
      try {
        const token = door.cookie("admin_sign_in");
        return await entered(await finishAdminSignIn({ token, id: signIn, otp, ...from(door) }), door);
      } catch (error) {
        if (error instanceof DomainError && error.key === "admin.loginOver") throw over(door);
        throw error;
      }
    },
  },
});

const byPassword = (door: Door) =>
  new FormStrategy(({ form }) =>
    startAdminSignIn({ userName: fieldText(form, "userName"), password: fieldText(form, "password"), ...from(door) }),
  );

const from = (door: Door) => ({ ...askerOf(door), device: deviceOf(door.request.headers.get("user-agent")) });

async function entered({ session, admin, spent }: SignedIn, door: Door) {
  enter(door, "admin", session);
  door.drop("admin_sign_in");
  if (spent?.by === "recovery") {
    door.toast("admin.recoveryUsed", { left: spent.left });
    return door.go(setUpPage);
  }
  door.toast("admin.loggedIn");
  const required = needsSecondFactor({ role: admin.adminRole, permissions: admin.role?.permissions ?? [] });
  if (required && !(await hasSecondFactor(admin.id))) return door.go(setUpPage);
  if (await needsMobileProof(admin.id)) return door.go(mobileStep);
  return door.go(await wayBack(door, "admin", admin.adminRole === "CLIENT" ? "/client-dashboard" : "/Home", session));
}

/** The sign-in expired, or was started again in another tab: back to the password step. */
function over(door: Door) {
  door.drop("admin_sign_in");
  door.toast("admin.loginOver", undefined, "bad");
  return door.go(here);
}

/** Admin login by user name and password (R013–R015, R335, R336), then by a code where there is a second
 * factor (H30). */
export default function AdminLoginPage() {
  const { signIn, recovery, demo } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <PublicShell>
      <div className="max-w-md">
        {signIn ? <CodeStep signIn={signIn} recovery={recovery} /> : <PasswordStep demo={demo} />}
        {!signIn && (
          <nav className="mt-5 flex flex-wrap gap-x-5" aria-label={say("admin.otherLogins")}>
            <a className="link flex min-h-11 items-center" href="/forgot-password">
              {say("admin.forgotPassword")}
            </a>
            <a className="link flex min-h-11 items-center" href="/login">
              {say("common.centerLogin")}
            </a>
            <a className="link flex min-h-11 items-center" href="/center-onboard-login">
              {say("onboarder.loginTitle")}
            </a>
          </nav>
        )}
      </div>
    </PublicShell>
  );
}

function PasswordStep({ demo }: { demo: boolean }) {
  const say = useSay();
  return (
    <>
      <h1 className="mb-6">{say("admin.loginTitle")}</h1>
      <ErrorSummary />
      <Form schema={AdminLogin} intent="login" className="card grid gap-4">
        <TextField name="userName" label={say("common.userName")} autoComplete="username" />
        <TextField name="password" type="password" label={say("admin.password")} autoComplete="current-password" />
        <Button wide>{say("admin.login")}</Button>
      </Form>
      {demo && <p className="note mt-5 text-sm">{say("admin.demoTotp")}</p>}
    </>
  );
}

function CodeStep({ signIn, recovery }: { signIn: string; recovery: boolean }) {
  const say = useSay();
  return (
    <>
      <h1 className="mb-2">{say("admin.codeTitle")}</h1>
      <p className="mb-6 text-soft">{say(recovery ? "admin.recoveryHint" : "admin.codeHint")}</p>
      <ErrorSummary />
      <Form schema={AdminCode} intent="code" data-enhance="once" className="card grid gap-4">
        <input type="hidden" name="signIn" value={signIn} />
        {recovery ? (
          <TextField name="otp" label={say("admin.recoveryCode")} autoComplete="off" maxLength={20} />
        ) : (
          <OtpField label={say("admin.code")} />
        )}
        <Button wide>{say("admin.login")}</Button>
      </Form>
      <nav className="mt-5 flex flex-wrap gap-x-5" aria-label={say("admin.otherLogins")}>
        <a className="link flex min-h-11 items-center" href={recovery ? codeStep : `${codeStep}&with=recovery`}>
          {say(recovery ? "admin.useApp" : "admin.useRecovery")}
        </a>
        <a className="link flex min-h-11 items-center" href={here}>
          {say("admin.otherUser")}
        </a>
      </nav>
    </>
  );
}
