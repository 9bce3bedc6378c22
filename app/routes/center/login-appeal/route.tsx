import { useLoaderData } from "@remix-run/react";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { askerOf } from "#app/http/session/known-browser.server.ts";
import { AppealField } from "#app/parts/centers/appeal-field.tsx";
import { CallOperators } from "#app/parts/centers/disabled-note.tsx";
import { codeStepOf, LoginStep, sendingCode } from "#app/parts/login/otp-login.server.ts";
import { OtpLogin } from "#app/parts/login/otp-login.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { PublicShell } from "#app/ui/shell/shell.tsx";
import { appealByCode, requestCenterOtp } from "#modules/centers/index.ts";
import { AppealByCode, RequestCenterOtp } from "#modules/centers/shared.ts";

export const handle = { public: true, title: "center.appeal.title" } satisfies Handle;

export const loader = publicPage({ limit: reads.page, query: LoginStep }, (_anyone, { step }, door) =>
  codeStepOf("center_login", step, door),
);

export const action = publicActions({
  send: sendingCode({
    portal: "center",
    here: "/appeal",
    phoneInput: RequestCenterOtp,
    request: (asking) => requestCenterOtp({ ...asking, action: "login" }),
  }),
  appeal: {
    limit: formLimit,
    input: AppealByCode,
    unkeyed: "A code is good once, and one message at a time is kept",
    run: (anyone, input, door) => appealByCode({ ...input, ...askerOf(door, anyone) }),
    say: "center.appeal.sent",
    to: "/login",
  },
});

/** A center whose login is disabled, or that was rejected, asks for another look: its phone, then a code and the message. */
export default function LoginAppeal() {
  const { phone, typed, code } = useLoaderData<typeof loader>();
  return (
    <PublicShell>
      <OtpLogin
        phone={phone}
        typed={typed}
        code={code}
        phoneInput={RequestCenterOtp}
        codeInput={AppealByCode}
        title="center.appeal.title"
        hint="center.appeal.phoneHint"
        codeHint="center.appeal.codeHint"
        phoneLabel="common.mobileNumber"
        here="/appeal"
        register={{ to: "/login", label: "common.centerLogin" }}
        intent="appeal"
        act="center.appeal.send"
      >
        <AppealField />
      </OtpLogin>
      <p className="mt-2 max-w-md">
        <CallOperators />
      </p>
    </PublicShell>
  );
}
