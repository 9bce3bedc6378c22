import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { publicActions, publicPage } from "#app/http/page.server.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { PhoneField } from "#app/ui/fields.tsx";
import { Form } from "#app/ui/form.tsx";
import type { Handle } from "#app/ui/handle.ts";
import { useSay } from "#app/ui/say.tsx";
import { requestOnboarderOtp, signInOnboarder } from "#modules/centers/index.ts";
import { OnboarderLogin, RequestOnboarderOtp } from "#modules/centers/shared.ts";
import { LoginCode } from "../public/login-code.tsx";

export const handle = { public: true, title: "onboarder.loginTitle" } satisfies Handle;

const Step = z.object({ phone: z.string().max(10).optional().catch(undefined) });

/** The code is asked for as soon as it was sent to a phone; the phone stands in the address, the code nowhere. */
export const loader = publicPage({ guard: "onboarder", query: Step }, (_anyone, { phone }) => ({
  phone: phone ?? null,
}));

export const action = publicActions({
  send: {
    input: RequestOnboarderOtp,
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: ({ address }, { phone }, { locale }) => requestOnboarderOtp({ phone, address, locale }),
    say: "center.otpSent",
    to: ({ phone }) => `/center-onboard-login?phone=${phone}`,
  },
  login: {
    input: OnboarderLogin,
    unkeyed: "A code is good once, and its answer is a cookie, which is not kept",
    run: async ({ address }, input, { keep }) => {
      const { session } = await signInOnboarder({ ...input, via: "cookie", address });
      keep("onboarder_session", session.token);
    },
    say: "center.loggedIn",
    to: "/center-onboard-view-centers",
  },
});

/** Onboarder login: phone, then the code (R189–R191, R456). */
export default function OnboarderLoginPage() {
  const { phone } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <div className="mx-auto max-w-md">
      <h1 className="mb-2">{say("onboarder.loginTitle")}</h1>
      <p className="mb-6 text-soft">{say(phone ? "center.loginCodeHint" : "onboarder.loginHint")}</p>
      <ErrorSummary />
      {phone ? (
        <LoginCode
          schema={OnboarderLogin}
          phone={phone}
          phoneLabel={say("onboarder.phone")}
          here="/center-onboard-login"
        />
      ) : (
        <PhoneStep />
      )}
      <p className="mt-4">
        <a className="link inline-flex min-h-11 items-center" href="/center-onboard-registration">
          {say("onboarder.register")}
        </a>
      </p>
    </div>
  );
}

function PhoneStep() {
  const say = useSay();
  return (
    <Form schema={RequestOnboarderOtp} intent="send" data-enhance="once" className="card grid gap-4">
      <PhoneField name="phone" label={say("onboarder.phone")} />
      <Button wide>{say("center.sendOtp")}</Button>
    </Form>
  );
}
