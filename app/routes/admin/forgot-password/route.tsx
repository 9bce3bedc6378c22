import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { askerOf, keepKnown, keepNonce } from "#app/http/session/known-browser.server.ts";
import { pastLogin } from "#app/parts/login/past-login.server.ts";
import { SandboxLink } from "#app/parts/login/sandbox-link.tsx";
import { Button } from "#app/ui/base/button.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { OtpField, PhoneField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { PublicShell } from "#app/ui/shell/shell.tsx";
import { askPasswordReset, finishPasswordReset } from "#modules/access/index.ts";
import { AskPasswordReset, FinishPasswordReset } from "#modules/access/shared.ts";

export const handle = { public: true, title: "reset.title" } satisfies Handle;

export const loader = publicPage({ limit: reads.page }, async (_anyone, _query, door) => {
  await pastLogin(door);
  return null;
});

export const action = publicActions({
  ask: {
    limit: formLimit,
    input: AskPasswordReset,
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: async (_anyone, { phone, password }, door) => {
      const asking = { phone, password, locale: door.locale, ...askerOf(door) };
      const { request, nonce } = await askPasswordReset(asking);
      keepNonce(door, nonce);
      return { phone, request };
    },
  },
  finish: {
    limit: formLimit,
    input: FinishPasswordReset,
    unkeyed: "A code is good once",
    run: async (_anyone, input, door) => {
      const { browser } = await finishPasswordReset({ ...input, ...askerOf(door) });
      keepKnown(door, "admin", browser);
    },
    say: "reset.changed",
    to: "/admin-login",
  },
});

type Answered = { intent?: string; result?: StoredPassword; values?: Partial<StoredPassword> };
/** A stored new password that takes effect once this phone is proved. */
type StoredPassword = { phone: string; request: string };

/** Password reset of admins: the new password takes effect once the phone is proved (Q01, R337). */
export default function ForgotPasswordPage() {
  const say = useSay();
  const answered = useAnswer<Answered>();
  const waiting = answered?.intent === "finish" ? answered.values : answered?.result;
  return (
    <PublicShell>
      <div className="max-w-md">
        <h1 className="mb-2">{say("reset.title")}</h1>
        <p className="mb-6 text-soft">{say(waiting ? "reset.received" : "reset.hint")}</p>
        <ErrorSummary />
        {waiting ? <ProofStep {...(waiting as StoredPassword)} /> : <PasswordStep />}
        {waiting?.phone && <SandboxLink phone={waiting.phone} />}
        <nav className="mt-5 flex flex-wrap gap-x-5" aria-label={say("admin.otherLogins")}>
          <a className="link flex min-h-11 items-center" href="/admin-login">
            {say("reset.toLogin")}
          </a>
          {waiting && (
            <a className="link flex min-h-11 items-center" href="/forgot-password">
              {say("common.useAnotherNumber")}
            </a>
          )}
        </nav>
      </div>
    </PublicShell>
  );
}

function PasswordStep() {
  const say = useSay();
  return (
    <Form schema={AskPasswordReset} intent="ask" data-enhance="once" className="card grid gap-4">
      <PhoneField name="phone" label={say("common.mobileNumberTitle")} />
      <TextField
        name="password"
        type="password"
        label={say("reset.password")}
        hint={say("reset.passwordHint")}
        autoComplete="new-password"
      />
      <TextField name="again" type="password" label={say("reset.again")} autoComplete="new-password" />
      <Button wide>{say("common.submit")}</Button>
    </Form>
  );
}

function ProofStep({ phone, request }: StoredPassword) {
  const say = useSay();
  return (
    <Form
      schema={FinishPasswordReset}
      intent="finish"
      values={{ phone }}
      data-enhance="otp once"
      className="card grid gap-4"
    >
      <input type="hidden" name="request" value={request} />
      <PhoneField name="phone" label={say("common.mobileNumberTitle")} readOnly />
      <OtpField label={say("common.otp")} />
      <Button wide>{say("reset.change")}</Button>
    </Form>
  );
}
