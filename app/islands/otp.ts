type Received = Credential & { code?: string };

/** Fills in the code of an SMS where the phone supports WebOTP, and submits the form once. */
export default function otp(element: HTMLElement) {
  const form = element as HTMLFormElement;
  const field = form.querySelector<HTMLInputElement>("[autocomplete=one-time-code]");
  if (!field || !("OTPCredential" in window)) return;
  const abort = new AbortController();
  form.addEventListener("submit", () => abort.abort());
  const otpRequest = { otp: { transport: ["sms"] }, signal: abort.signal } as CredentialRequestOptions;
  navigator.credentials.get(otpRequest).then(
    (received) => {
      const { code } = (received ?? {}) as Received;
      if (!code || field.value) return;
      field.value = code;
      form.requestSubmit();
    },
    // No code arrived, or it was typed: nothing to do.
    () => {},
  );
}
