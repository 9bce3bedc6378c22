import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";

/*
 * Signing in at a portal is a remix-auth strategy: it reads the form and verifies it with the module's verb. Limits,
 * nonces, what a stranger may learn and the session belong to the verb; cookies to `enter`.
 */

/** Signs in with a phone and the code that was sent to it. */
export class OtpStrategy<SignedIn> extends Strategy<SignedIn, { phone: string; otp: string }> {
  name = "otp";

  async authenticate(request: Request): Promise<SignedIn> {
    const form = await request.formData();
    return this.verify({ phone: fieldText(form, "phone"), otp: fieldText(form, "otp") });
  }
}

/** A text field of a form; the door has already refused files here. */
export const fieldText = (form: FormData, name: string) => String(form.get(name) ?? "");

/**
 * Signs in by a strategy. It is given the fields the door already limited, counted and parsed, because the request's
 * body has been read by then.
 */
export function signInBy<SignedIn>(
  strategy: Strategy<SignedIn, never>,
  admitted: Record<string, string>,
  { url }: { url: URL },
): Promise<SignedIn> {
  const request = new Request(url, { method: "POST", body: new URLSearchParams(admitted) });
  return new Authenticator<SignedIn>().use(strategy).authenticate(strategy.name, request);
}
