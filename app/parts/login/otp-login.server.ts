import { z } from "zod";
import { publicActions, publicPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf, enter, keepNonce } from "#app/http/session/known-browser.server.ts";
import { OtpStrategy, signInBy } from "#app/http/session/strategies.server.ts";
import { type Asker, codeHeld } from "#modules/access/index.ts";
import type { ActorOf } from "#modules/kernel/actor.ts";
import { lenient, text } from "#modules/kernel/validation.ts";
import type { Locale } from "#modules/messages/index.ts";

type OtpPortal = "center" | "onboarder";

const Step = z.object({ phone: lenient(text(10)) });

/** Makes the loader of a login by OTP: the phone a code was sent to is in the address, the code never. */
export const otpLoginPage = (guard: OtpPortal) =>
  publicPage({ guard, query: Step }, (_anyone, { phone }, door) => codeStepOf(`${guard}_login`, phone, door));

/** The phone a code was asked for, and how long this browser waits for another. */
export const codeStepOf = async (purpose: `${OtpPortal}_login`, phone: string | undefined, door: Door) => ({
  phone: phone ?? null,
  waitSeconds: phone ? (await codeHeld({ phone, purpose, ...askerOf(door) })).waitSeconds : 0,
});

type OtpLogin = {
  portal: OtpPortal;
  /** The address of the login, and the one after it. */
  here: string;
  home: string;
  asked: z.ZodType<{ phone: string }>;
  given: z.ZodType<{ phone: string; otp: string }>;
  request: (asking: Asker & { phone: string; locale: Locale }) => Promise<{ nonce?: string | undefined }>;
  signIn: (
    login: Asker & { phone: string; otp: string; via: "cookie" },
  ) => Promise<{ session: Parameters<typeof enter>[2] }>;
};

/** The intent that sends a code to a phone, which then stands in the address. */
export const sendingCode = ({ here, asked, request }: Pick<OtpLogin, "here" | "asked" | "request">) =>
  ({
    limit: formLimit,
    input: asked,
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: async (anyone: ActorOf<"anyone">, { phone }: { phone: string }, door: Door) => {
      keepNonce(door, (await request({ phone, locale: door.locale, ...askerOf(door, anyone) })).nonce);
    },
    say: "center.otpSent",
    to: ({ phone }: { phone: string }) => `${here}?phone=${phone}`,
  }) as const;

/** Makes the actions of a login by OTP: `send` sends a code, `login` uses it and opens the session. */
export const otpLoginActions = ({ portal, here, home, asked, given, request, signIn }: OtpLogin) =>
  publicActions({
    send: sendingCode({ here, asked, request }),
    login: {
      limit: formLimit,
      input: given,
      unkeyed: "A code is good once, and its answer is a cookie, which is not kept",
      run: async (anyone, input, door) => {
        const asker = askerOf(door, anyone);
        const byCode = new OtpStrategy((login) => signIn({ ...login, via: "cookie", ...asker }));
        enter(door, portal, (await signInBy(byCode, input, door)).session);
      },
      say: "center.loggedIn",
      to: home,
    },
  });
