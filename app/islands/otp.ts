type Received = Credential & { code?: string };

/** The code of an SMS fills itself in where the phone offers it (WebOTP), and sends the form once. */
export default function otp(element: HTMLElement) {
  const form = element as HTMLFormElement;
  const field = form.querySelector<HTMLInputElement>("[autocomplete=one-time-code]");
  if (!field || !("OTPCredential" in window)) return;
  const abort = new AbortController();
  form.addEventListener("submit", () => abort.abort());
  const wish = { otp: { transport: ["sms"] }, signal: abort.signal } as CredentialRequestOptions;
  navigator.credentials.get(wish).then(
    (received) => {
      const { code } = (received ?? {}) as Received;
      if (!code || field.value) return;
      field.value = code;
      form.requestSubmit();
    },
    // No code came, or it was typed: nothing to do.
    () => {},
  );
}
