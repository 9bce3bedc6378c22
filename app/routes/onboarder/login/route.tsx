import type { LinksFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { otpLoginActions, otpLoginPage } from "#app/parts/login/otp-login.server.ts";
import { OtpLogin } from "#app/parts/login/otp-login.tsx";
import stylesheet from "#app/styles.css?url";
import type { Handle } from "#app/ui/base/handle.ts";
import { requestOnboarderOtp, signInOnboarder } from "#modules/centers/index.ts";
import { OnboarderLogin, RequestOnboarderOtp } from "#modules/centers/shared.ts";

/** Declared by the route as well: a console that leads here without loading the page waits for them. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

export const handle = { public: true, title: "onboarder.loginTitle", about: "onboarder.loginHint" } satisfies Handle;

export const loader = otpLoginPage("onboarder");

export const action = otpLoginActions({
  portal: "onboarder",
  here: "/center-onboard-login",
  home: () => "/center-onboard-view-centers",
  phoneInput: RequestOnboarderOtp,
  codeInput: OnboarderLogin,
  request: requestOnboarderOtp,
  signIn: signInOnboarder,
});

/** Onboarder login: phone, then the code (R189–R191, R456). */
export default function OnboarderLoginPage() {
  const { phone, typed, code } = useLoaderData<typeof loader>();
  return (
    <OtpLogin
      phone={phone}
      typed={typed}
      code={code}
      phoneInput={RequestOnboarderOtp}
      codeInput={OnboarderLogin}
      title="onboarder.loginTitle"
      hint="onboarder.loginHint"
      phoneLabel="common.mobileNumberTitle"
      here="/center-onboard-login"
      register={{ to: "/center-onboard-registration", label: "onboarder.register" }}
    />
  );
}
