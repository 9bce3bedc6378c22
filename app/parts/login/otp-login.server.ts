import { z } from "zod";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { wayBack } from "#app/http/doors/way-back.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf, enter, keepNonce } from "#app/http/session/known-browser.server.ts";
import { OtpStrategy, signInBy } from "#app/http/session/strategies.server.ts";
import { type Asker, codeHeld } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { lenient } from "#modules/kernel/validation.ts";
import type { Locale } from "#modules/messages/index.ts";
import { keepPhone, typedPhone } from "./typed-phone.server.ts";

type OtpPortal = "center" | "onboarder";

/** The step of a login by OTP; unknown values show the first one. */
export const LoginStep = z.object({ step: lenient(z.literal("code")) });

/** Makes the loader of a login by OTP: neither the phone a code was sent to nor the code is ever in the address. */
export const otpLoginPage = (guard: OtpPortal) =>
  publicPage({ guard, limit: reads.page, query: LoginStep }, (_anyone, { step }, door) =>
    codeStepOf(`${guard}_login`, step, door),
  );

/** The phone this browser typed, whether a code for it is entered now, and how long it waits for another. */
export async function codeStepOf(purpose: `${OtpPortal}_login`, step: "code" | undefined, door: Door) {
  const typed = typedPhone(door);
  const phone = (step && typed) ?? null;
  const code = phone ? await codeHeld({ phone, purpose, ...askerOf(door) }) : { open: false, waitSeconds: 0 };
  return { phone, typed: typed ?? "", code };
}

type SignedIn = { session: Parameters<typeof enter>[2] };

type OtpLogin<S extends SignedIn> = {
  portal: OtpPortal;
  /** The address of the login, and the one after it. */
  here: string;
  home: (signedIn: S) => string | Promise<string>;
  phoneInput: z.ZodType<{ phone: string }>;
  codeInput: z.ZodType<{ phone: string; otp: string }>;
  request: (asking: Asker & { phone: string; locale: Locale }) => Promise<{ nonce?: string | undefined }>;
  signIn: (login: Asker & { phone: string; otp: string; via: "cookie" }) => Promise<S>;
};

type Sending = Pick<OtpLogin<SignedIn>, "here" | "phoneInput" | "request" | "portal">;

/**
 * The intent that sends a code to a phone, which its browser then keeps. Less than 30 seconds after this browser's last
 * one, as at the first login after registering, it leads to the page that sends it when they are over.
 */
export const sendingCode = ({ here, phoneInput, request, portal }: Sending) =>
  ({
    limit: formLimit,
    input: phoneInput,
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: async (anyone: ActorOf<"anyone">, { phone }: { phone: string }, door: Door) => {
      const asker = askerOf(door, anyone);
      const sent = await request({ phone, locale: door.locale, ...asker }).catch(async (error: unknown) => {
        if (!(error instanceof DomainError && error.key === "otp.wait")) throw error;
        const { waitSeconds } = await codeHeld({ phone, purpose: `${portal}_login`, ...asker });
        // Of another browser's code nothing is sent, and nothing is promised.
        if (waitSeconds === 0) throw error;
        keepPhone(door, phone);
        throw door.go(`${here}?step=code`);
      });
      keepNonce(door, sent.nonce);
      keepPhone(door, phone);
    },
    say: "center.otpSent",
    to: `${here}?step=code`,
  }) as const;

/** Makes the actions of a login by OTP: `send` sends a code, `login` uses it and opens the session. */
export const otpLoginActions = <S extends SignedIn>({
  portal,
  here,
  home,
  phoneInput,
  codeInput,
  request,
  signIn,
}: OtpLogin<S>) =>
  publicActions({
    send: sendingCode({ portal, here, phoneInput: phoneInput, request }),
    login: {
      limit: formLimit,
      input: codeInput,
      unkeyed: "A code is good once, and its answer is a cookie, which is not kept",
      run: async (anyone, input, door) => {
        const asker = askerOf(door, anyone);
        const byCode = new OtpStrategy((login) => signIn({ ...login, via: "cookie", ...asker }));
        const signedIn = await signInBy(byCode, input, door);
        enter(door, portal, signedIn.session);
        door.drop("typed_phone");
        door.toast("center.loggedIn");
        return door.go(await wayBack(door, portal, await home(signedIn), signedIn.session));
      },
    },
  });
