import { useLoaderData } from "@remix-run/react";
import encodeQR from "qr";
import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions, adminPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { wayBack } from "#app/http/doors/way-back.server.ts";
import type { Door } from "#app/http/request/door.server.ts";
import { askerOf, keepNonce } from "#app/http/session/known-browser.server.ts";
import { mobileStep } from "#app/http/session/session.server.ts";
import type { Handle } from "#app/ui/base/handle.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { useAnswer } from "#app/ui/form/answer.ts";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import {
  codeHeld,
  confirmSecondFactor,
  endOtherSessions,
  endOwnSession,
  mustSetUp,
  needsSecondFactor,
  newRecoveryCodes,
  offeredSecondFactor,
  offerSecondFactor,
  ownMobile,
  ownSessions,
  proveMobile,
  replaceSecondFactor,
  requestMobileProof,
  secondFactorOf,
  turnOffSecondFactor,
} from "#modules/access/index.ts";
import { MobileCode, OwnSessionRef, SecondCode } from "#modules/access/shared.ts";
import { type ActorOf, isClient } from "#modules/kernel/actor.ts";
import { env } from "#modules/kernel/env.server.ts";
import { MobileCard } from "./mobile-card.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ScanStep } from "./scan-step.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SignedInCard } from "./signed-in-card.tsx";

export const handle = { title: "security.title" } satisfies Handle;

const here = "/admin-security";
const scanning = `${here}?step=scan`;
const Query = z.object({ step: z.enum(["scan", "mobile"]).optional().catch(undefined) });
const Nothing = z.object({});

export const loader = adminPage({ query: Query, can: "any admin", toSetUp: true }, async (admin, { step }, door) => {
  const on = await secondFactorOf(admin.adminId);
  // Revalidation right after the first code finds nothing to set up; the page shows the recovery codes then.
  const offered = step === "scan" && env.adminTotp !== "off" ? await offeredSecondFactor(admin) : undefined;
  const mobile = await ownMobile(admin);
  const code = mobile && (await codeHeld({ phone: mobile.mobile, purpose: "admin_mobile", ...askerOf(door) }));
  return {
    name: admin.name,
    mobile,
    codeSent: code?.open ?? false,
    atLogin: step === "mobile" && mobile?.proved === false,
    offering: env.adminTotp !== "off",
    must: mustSetUp(admin),
    required: needsSecondFactor(admin),
    on: on ? { since: on.since.toISOString(), codesLeft: on.codesLeft } : null,
    scan: offered ? { qr: encodeQR(offered.uri, "svg"), groups: offered.groups } : null,
    sessions: await ownSessions(admin),
  };
});

export const action = adminActions({
  setUp: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: Nothing,
    unkeyed: "Each press makes another key, and the one that gets its code counts",
    toSetUp: true,
    run: offerSecondFactor,
    to: scanning,
  },
  replace: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: Nothing,
    unkeyed: "Each press makes another key, and the one that gets its code counts",
    everyTime: true,
    run: replaceSecondFactor,
    to: scanning,
  },
  confirm: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: SecondCode,
    unkeyed: "A key is confirmed once, and a kept answer would hold the recovery codes",
    toSetUp: true,
    run: confirmSecondFactor,
  },
  renew: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: Nothing,
    unkeyed: "The latest codes count, and a kept answer would hold them",
    everyTime: true,
    run: newRecoveryCodes,
  },
  turnOff: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: Nothing,
    unkeyed: "It is off once",
    everyTime: true,
    run: turnOffSecondFactor,
    say: "security.turnedOff",
    to: here,
  },
  sendMobileCode: {
    fresh: none("Sends a code to the admin's own number"),
    can: "any admin",
    limit: formLimit,
    input: Nothing,
    unkeyed: "Each press sends a code of its own; how many is limited",
    run: async (admin, _nothing, door) => {
      keepNonce(door, (await requestMobileProof(admin, { locale: door.locale, ...askerOf(door) })).nonce);
      return door.go(isAtLogin(door) ? mobileStep : mobileHere);
    },
  },
  proveMobile: {
    fresh: none("Asks for the code of the number itself"),
    can: "any admin",
    limit: formLimit,
    input: MobileCode,
    unkeyed: "A code is good once",
    run: async (admin, input, door) => {
      await proveMobile(admin, input, askerOf(door));
      door.toast("mobile.done");
      return door.go(isAtLogin(door) ? await fromLogin(admin, door) : mobileHere);
    },
  },
  later: {
    fresh: none("It changes nothing"),
    can: "any admin",
    limit: formLimit,
    input: Nothing,
    unkeyed: "It changes nothing",
    run: async (admin, _nothing, door) => door.go(await fromLogin(admin, door)),
  },
  endSession: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: OwnSessionRef,
    unkeyed: "A session ends once",
    toSetUp: true,
    run: endOwnSession,
    say: "signedIn.ended",
    to: here,
  },
  endOthers: {
    fresh: "money",
    can: "any admin",
    limit: formLimit,
    input: Nothing,
    unkeyed: "A session ends once",
    toSetUp: true,
    run: async (admin, _nothing, door) => {
      const { count } = await endOtherSessions(admin);
      if (count > 0) door.toast("signedIn.othersEnded");
      else door.toast("signedIn.noOthers", undefined, "warn");
      return door.go(here);
    },
  },
});

const mobileHere = `${here}#mobile`;
const isAtLogin = (door: Door) => door.url.searchParams.get("step") === "mobile";

/** Where the login leads that this step belongs to. */
const fromLogin = (admin: ActorOf<"admin">, door: Door) =>
  wayBack(door, "admin", isClient(admin) ? "/client-dashboard" : "/Home", {
    token: door.cookie("admin_session") ?? "",
  });

type Answered = { intent?: string; values?: { sessionId?: string }; result?: { recoveryCodes: string[] } };

/** Prefixes the ids of a refused form's errors, because several forms of the page have the same fields. */
const prefixOf = ({ intent = "", values }: Answered) =>
  ({ setUp: "", confirm: "", later: "", endSession: `${values?.sessionId}-` })[intent] ?? `${intent}-`;

/** An admin's sign-in security: the second factor with its recovery codes, and the open sessions (H30). */
export default function SecurityPage() {
  const view = useLoaderData<typeof loader>();
  const say = useSay();
  const answered = useAnswer<Answered>();
  const codes = answered?.result?.recoveryCodes;
  if (codes) return <RecoveryCodes codes={codes} name={view.name} to={view.must ? here : `${here}#second-factor`} />;
  return (
    <div className="max-w-3xl">
      <h1 className="mb-5">{say("security.title")}</h1>
      <ErrorSummary prefix={answered ? prefixOf(answered) : ""} />
      {view.must && <p className="note note-warm mb-5">{say("security.must")}</p>}
      {view.atLogin && <MobileCard {...view} />}
      {view.scan ? <ScanStep {...view.scan} /> : <SecondFactorCard {...view} />}
      {!view.atLogin && !view.must && <MobileCard {...view} />}
      <SignedInCard sessions={view.sessions} />
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
