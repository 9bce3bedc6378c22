import { useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { none } from "#app/http/doors/fresh.server.ts";
import { adminActions, adminPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { actsOn, centerActs, centerDialog } from "#app/parts/centers/centers-desk.server.ts";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { HeadStatus } from "#app/parts/tickets/status.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Link } from "#app/ui/base/link.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { DetailColumns, DetailHead, DetailPath } from "#app/ui/desk/detail-page.tsx";
import { Section, SectionFacts } from "#app/ui/detail/section.tsx";
import { ConsoleProblem } from "#app/ui/shell/page-error.tsx";
import { answerAppeal, appealOf, centerChanges, getDeskCenter, may, revealUpi } from "#modules/centers/index.ts";
import { centerStateWord } from "#modules/centers/labels.ts";
import { CenterRef, centerState, RevealUpi } from "#modules/centers/shared.ts";
import { now } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { idSaying, lenient } from "#modules/kernel/validation.ts";
import { may as mayInTickets } from "#modules/tickets/index.ts";
import { may as mayInWallet, walletBalance } from "#modules/wallet/index.ts";
import { centerIntents } from "../acts/actions.server.ts";
import { CenterDialog } from "../acts/center-dialog.tsx";
import { centerFailures } from "../acts/failures.ts";
import { CenterAppeal } from "./center-appeal.tsx";
import { CenterChanges } from "./center-changes.tsx";
import { CenterFacts } from "./center-facts.tsx";
import { UpiDialog } from "./upi-dialog.tsx";

export const handle = { title: "common.center", fills: true, failures: centerFailures } satisfies Handle;

const Query = z.object({ id: idSaying("error.notFound"), act: lenient(z.enum([...centerActs, "upi"])) });

export const loader = adminPage(
  { can: "view_center_details.full_access", query: Query },
  async (admin, { id, act }) => {
    const center = await getDeskCenter(admin, id);
    return {
      center,
      acts: actsOn(admin, center),
      pincodesShown: may(admin, "seePincodes"),
      onTrial: center.trialUntil >= now(),
      changes: await centerChanges(admin, id),
      appeal: await appealOf(admin, id),
      /** Only for those who see money. */
      walletPaise: mayInWallet(admin, "seeMoney") ? await walletBalance(id) : null,
      dialog: await centerDialog(admin, { act, of: act && id }),
      seesDay: mayInTickets(admin, "actForCustomers"),
      mayShowUpi: may(admin, "keepCenter") && center.upiId !== null,
      showsUpi: act === "upi",
    };
  },
);
export const action = adminActions({
  ...centerIntents(),
  answered: {
    fresh: none("Closes a center's message, for no money"),
    can: "update_center.full_access",
    limit: formLimit,
    once: "in its transaction",
    input: CenterRef,
    run: answerAppeal,
    say: "centers.appeal.done",
    to: ({ centerId }) => `/view-center/${centerId}`,
  },
  upi: {
    fresh: "money",
    can: "update_center.full_access",
    limit: formLimit,
    unkeyed: "Each showing of the UPI id is an entry of its own in the history",
    input: RevealUpi,
    run: revealUpi,
  },
});

const buttons = [
  "requests",
  "capacity",
  "clients",
  "trial",
  "subscribe",
  "refundSubscription",
  "kit",
  "disable",
] as const;

/** Center detail (R396, R480): its sections, who changed what, and the acts on it. */
export default function ViewCenter() {
  const page = useLoaderData<typeof loader>();
  const { center, acts } = page;
  const say = useSay();
  const here = useLocation();
  const actAddress = (act: string) => addressWith(here, { act });
  return (
    <>
      <DetailPath>
        <Link className="d-btn d-btn-bare" to="/admin-centers">
          {say("common.back")}
        </Link>
      </DetailPath>
      <DetailHead
        title={center.centerName}
        status={
          <HeadStatus look={center.isActive === centerState.ACTIVE ? "assigned" : "off"}>
            {say(centerStateWord(center.isActive))}
          </HeadStatus>
        }
        acts={
          <>
            {buttons
              .filter((act) => acts[act])
              .map((act) => (
                <Link key={act} className="d-btn" to={actAddress(act)} preventScrollReset>
                  {say(`centers.act.${act}`)}
                </Link>
              ))}
            {page.seesDay && (
              <Link className="d-btn" to={`/view-center/${center.id}/day`}>
                {say("day.title")}
              </Link>
            )}
            <Link className="d-btn" to={`/view-center/${center.id}/hours`}>
              {say("hours.title")}
            </Link>
            <Link className="d-btn" to={`/center-history/${center.id}`}>
              {say("common.history")}
            </Link>
            {acts.delete && (
              <Link className="d-btn text-red-700!" to={actAddress("delete")} preventScrollReset>
                {say("common.delete")}
              </Link>
            )}
            {acts.edit && (
              <Link className="d-btn d-btn-main" to={`/add-center?edit=${center.id}`}>
                {say("common.edit")}
              </Link>
            )}
          </>
        }
      />
      <DetailColumns
        label={center.centerName}
        asideLabel={say("common.history")}
        aside={
          <>
            {page.walletPaise !== null && (
              <Section title={say("common.wallet")}>
                <SectionFacts rows={[[say("common.balance"), rupees(page.walletPaise)]]} />
              </Section>
            )}
            <Section title={say("common.history")}>
              <CenterChanges changes={page.changes} />
            </Section>
          </>
        }
      >
        {page.appeal && (
          <CenterAppeal appeal={page.appeal} centerId={center.id} mayAnswer={acts.disable} name={center.centerName} />
        )}
        <CenterFacts
          page={page}
          showUpi={page.mayShowUpi ? actAddress("upi") : null}
          papersAt={actAddress("documents")}
        />
      </DetailColumns>
      <CenterDialog dialog={page.dialog} closeTo={addressWith(here, { act: null })} />
      {page.mayShowUpi && page.showsUpi && <UpiDialog center={center} closeTo={addressWith(here, { act: null })} />}
    </>
  );
}

/** R397. */
export function ErrorBoundary() {
  return <ConsoleProblem failed="center.loadFailed" />;
}
