import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/page.server.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { PhoneField } from "#app/ui/fields.tsx";
import { Form } from "#app/ui/form.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { useSay } from "#app/ui/say.tsx";
import { PublicShell } from "#app/ui/shell.tsx";
import { requestCenterOtp, signInCenter } from "#modules/centers/index.ts";
import { CenterLogin, RequestCenterOtp } from "#modules/centers/shared.ts";
import { LoginCode } from "../public/login-code.tsx";

export const handle = { public: true, title: "center.loginTitle" } satisfies Handle;

const Step = z.object({ phone: z.string().max(10).optional() });

/** The code is asked for as soon as it was sent to a phone; the phone stands in the address, the code nowhere. */
export const loader = publicPage({ guard: "center", query: Step }, (_anyone, { phone }) => ({ phone: phone ?? null }));

export const action = publicActions({
  send: {
    input: RequestCenterOtp,
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: ({ address }, { phone }, { locale }) => requestCenterOtp({ phone, action: "login", address, locale }),
    say: "center.otpSent",
    to: ({ phone }) => `/login?phone=${phone}`,
  },
  login: {
    input: CenterLogin,
    unkeyed: "A code is good once, and its answer is a cookie, which is not kept",
    run: async ({ address }, input, { keep }) => {
      const { session } = await signInCenter({ ...input, via: "cookie", address });
      keep("center_session", session.token);
    },
    say: "center.loggedIn",
    to: "/brodcast-requests",
  },
});

/** Center login: phone, then the code (R123–R131). */
export default function CenterLoginPage() {
  const { phone } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <PublicShell>
      <div className="mx-auto max-w-md">
        <h1 className="mb-2">{say("center.loginTitle")}</h1>
        <p className="mb-6 text-soft">{say(phone ? "center.loginCodeHint" : "center.loginHint")}</p>
        <ErrorSummary />
        {phone ? (
          <LoginCode schema={CenterLogin} phone={phone} phoneLabel={say("center.phone")} here="/login" />
        ) : (
          <PhoneStep />
        )}
        <p className="mt-4">
          <a className="link inline-flex min-h-11 items-center" href="/registration">
            {say("registration.register")}
          </a>
        </p>
      </div>
    </PublicShell>
  );
}

function PhoneStep() {
  const say = useSay();
  return (
    <Form schema={RequestCenterOtp} intent="send" data-enhance="once" className="card grid gap-4">
      <PhoneField name="phone" label={say("center.phone")} />
      <Button wide>{say("center.sendOtp")}</Button>
    </Form>
  );
}
