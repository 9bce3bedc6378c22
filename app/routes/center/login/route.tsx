import type { LinksFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CallOperators } from "#app/parts/centers/disabled-note.tsx";
import { otpLoginActions, otpLoginPage } from "#app/parts/login/otp-login.server.ts";
import { OtpLogin } from "#app/parts/login/otp-login.tsx";
import stylesheet from "#app/styles.css?url";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { PublicShell } from "#app/ui/shell/shell.tsx";
import { driverOf, requestCenterOtp, signInCenter } from "#modules/centers/index.ts";
import { CenterLogin, RequestCenterOtp } from "#modules/centers/shared.ts";

/** Declared by the route as well: a console that leads here without loading the page waits for them. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

export const handle = { public: true, title: "common.centerLogin", about: "center.loginHint" } satisfies Handle;

export const loader = otpLoginPage("center");

export const action = otpLoginActions({
  portal: "center",
  here: "/login",
  // R129; a driver's requests come by rides.
  home: async ({ center }) => ((await driverOf(center.id)) ? "/rides" : "/brodcast-requests"),
  phoneInput: RequestCenterOtp,
  codeInput: CenterLogin,
  request: (asking) => requestCenterOtp({ ...asking, action: "login" }),
  signIn: signInCenter,
});

/** Center login: phone, then the code (R123–R131). */
export default function CenterLoginPage() {
  const { phone, typed, code } = useLoaderData<typeof loader>();
  const say = useSay();
  return (
    <PublicShell>
      <OtpLogin
        phone={phone}
        typed={typed}
        code={code}
        phoneInput={RequestCenterOtp}
        codeInput={CenterLogin}
        title="common.centerLogin"
        hint="center.loginHint"
        phoneLabel="common.mobileNumber"
        here="/login"
        register={{ to: "/registration", label: "registration.register" }}
      />
      <p className="mt-2 max-w-md">
        <span className="text-soft">{say("center.loginTrouble")}</span> <CallOperators />{" "}
        <a className="link inline-flex min-h-11 items-center" href="/appeal">
          {say("center.appeal.fromLogin")}
        </a>
      </p>
    </PublicShell>
  );
}
