import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { centerPage } from "#app/http/doors/page.server.ts";
import { DocumentsNote } from "#app/parts/centers/documents-note.tsx";
import { TermNote } from "#app/parts/centers/term-note.tsx";
import { termView } from "#app/parts/centers/term-view.server.ts";
import { UnverifiedNote } from "#app/parts/centers/unverified-note.tsx";
import { Button, ButtonLink, buttonLook } from "#app/ui/base/button.tsx";
import { Card } from "#app/ui/base/card.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { Icon, type IconName } from "#app/ui/base/icon.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { LiveHint } from "#app/ui/shell/live.tsx";
import { getCenter, leadPrice, ownDocuments, techniciansWithPending } from "#modules/centers/index.ts";
import { posterSizes } from "#modules/centers/shared.ts";
import { isDesk } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { env } from "#modules/kernel/env.server.ts";
import { rupees } from "#modules/kernel/money.ts";
import { lenient, wholeNumber } from "#modules/kernel/validation.ts";
import { acceptingOf, centerFrame, centerHome, centerInsights, countedUpTo } from "#modules/tickets/index.ts";
import { homeLists, insightDays, usualInsightDays } from "#modules/tickets/labels.ts";
import { InsightsPart } from "./insights.tsx";
import { Tile } from "./tile.tsx";

export const handle = { title: "center.menu.dashboard" } satisfies Handle;

const Query = z.object({ days: lenient(wholeNumber(1, 400).pipe(z.literal(insightDays))) });

export const loader = centerPage({ can: "desk", query: Query }, async (actor, { days = usualInsightDays }, door) => {
  const center = await getCenter(actor.centerId);
  const { balancePaise, notice } = await door.once("frame", () => centerFrame(actor));
  return {
    days,
    insights: await centerInsights(actor, days),
    counts: await centerHome(actor),
    // Papers, wallet and technicians' data are the owner's.
    owner: isDesk(actor) ? null : { papers: await ownDocuments(actor), balancePaise },
    // The login of who is at the desk.
    loginId: actor.deskLoginId ?? null,
    accepting: await acceptingOf(actor),
    most: countedUpTo,
    technicians: (await techniciansWithPending(actor)).length,
    disabled: notice !== null,
    term: await termView(actor),
    leadPaise: await leadPrice(center, now()),
    qrId: center.qr?.qrId ?? null,
    origin: env.publicUrl,
  };
});

const listOf = (name: keyof typeof homeLists) => `/tickets-center?${new URLSearchParams(homeLists[name])}`;

/** The center's open tasks in the order of their urgency, and its figures as charts (Q92). */
export default function CenterDashboard() {
  const page = useLoaderData<typeof loader>();
  const { days, insights, counts, owner, loginId, accepting, most, technicians, leadPaise, qrId, origin } = page;
  const say = useSay();
  const shown = (count: number) => (count < most ? String(count) : `${most - 1}+`);
  const tiles = [
    { to: "/brodcast-requests", icon: "bell", label: "center.home.offers", count: counts.offers },
    { to: listOf("pending"), icon: "ticket", label: "common.openRequests", count: counts.pending },
    {
      to: listOf("withoutTechnician"),
      icon: "user",
      label: "center.home.withoutTechnician",
      count: counts.withoutTechnician,
    },
    { to: listOf("closed"), icon: "circle-check", label: "center.home.closed", count: counts.closed },
  ] as const;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1>{say("center.menu.dashboard")}</h1>
        <LiveHint />
      </div>
      <TermNote term={page.term} disabled={page.disabled} />
      <UnverifiedNote accepting={accepting} owner={owner !== null} />
      {owner && <DocumentsNote papers={owner.papers} link />}
      <Next counts={counts} technicians={technicians} owner={owner !== null} />
      <ul className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {tiles.map(({ to, icon, label, count }) => (
          <li key={to}>
            <Tile to={to} icon={icon} label={say(label)}>
              <span className="text-3xl font-bold tabular-nums">{shown(count)}</span>
            </Tile>
          </li>
        ))}
      </ul>
      <InsightsPart insights={insights} days={days} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {owner && (
          <Card title={say("common.wallet")}>
            <p className="text-2xl font-bold tabular-nums">{rupees(owner.balancePaise)}</p>
            <p className="mt-1 text-sm text-soft">
              {say("center.home.walletHint", { amount: rupees(leadPaise) })}
              {owner.balancePaise < leadPaise && ` ${say("center.home.walletShort")}`}
            </p>
            <p className="mt-4">
              <ButtonLink tone="quiet" to="/payments">
                {say("common.payments")}
              </ButtonLink>
            </p>
          </Card>
        )}
        {qrId && (
          <Card title={say("center.home.qr")}>
            <p className="flex items-center gap-2 text-2xl font-bold">
              <Icon name="qr-code" className="text-teal-700" /> {qrId}
            </p>
            <p className="mt-1 text-sm text-soft">{say("center.home.qrHint")}</p>
            <p className="mt-4 break-all">
              <a href={`/booking/${qrId}`}>{`${origin}/booking/${qrId}`}</a>
            </p>
            <p className="mt-4 flex flex-wrap gap-2">
              {posterSizes.map((size) => (
                <a
                  key={size}
                  className={buttonLook({ tone: "quiet" })}
                  href={`/qr-poster?size=${size}`}
                  download
                  aria-label={say("poster.downloadHint", { size })}
                >
                  <Icon name="download" /> {say("poster.download", { size })}
                </a>
              ))}
            </p>
          </Card>
        )}
        {loginId && (
          <Card title={say("deskLogin.own")}>
            <Form intent="end" action="/center-logins" className="grid justify-items-start gap-3">
              <input type="hidden" name="loginId" value={loginId} />
              <p className="text-sm text-soft">{say("deskLogin.ownHint")}</p>
              <Button tone="danger">{say("deskLogin.endOwn")}</Button>
            </Form>
          </Card>
        )}
      </div>
    </>
  );
}

type NextProps = {
  counts: { offers: number; pending: number; withoutTechnician: number };
  technicians: number;
  owner: boolean;
};

/** The next task. */
function Next({ counts, technicians, owner }: NextProps) {
  const say = useSay();
  const steps: { when: boolean; icon: IconName; text: string; to?: string; act?: string }[] = [
    {
      when: counts.withoutTechnician > 0 && technicians > 0,
      icon: "user",
      text: say("center.home.next.assign", { count: counts.withoutTechnician }),
      to: listOf("withoutTechnician"),
      act: say("center.act.assign"),
    },
    {
      when: owner && technicians === 0,
      icon: "users",
      text: say("center.home.next.technician"),
      to: "/AddTechnician",
      act: say("center.menu.addTechnician"),
    },
    {
      when: counts.offers > 0,
      icon: "bell",
      text: say("center.home.next.offers", { count: counts.offers }),
      to: "/brodcast-requests",
      act: say("center.home.next.answer"),
    },
    {
      when: counts.pending > 0,
      icon: "wrench",
      text: say("center.home.next.work", { count: counts.pending }),
      to: "/tickets-center?status=open",
      act: say("center.menu.tickets"),
    },
    { when: true, icon: "circle-check", text: say("center.home.next.nothing") },
  ];
  const { icon, text, to, act } = steps.find(({ when }) => when)!;
  return (
    <section
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-teal-100 bg-teal-50 px-5 py-4"
      aria-labelledby="next"
    >
      <Icon name={icon} className="text-xl text-teal-700" />
      <div className="min-w-0 flex-1 basis-56">
        <h2 id="next" className="text-sm font-semibold text-soft">
          {say("center.home.next")}
        </h2>
        <p className="font-semibold">{text}</p>
      </div>
      {to && act && <ButtonLink to={to}>{act}</ButtonLink>}
    </section>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
