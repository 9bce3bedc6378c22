import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { adminPage } from "#app/http/doors/page.server.ts";
import { Button } from "#app/ui/base/button.tsx";
import { Note } from "#app/ui/base/card.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { type Say, useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { SelectField, TextField } from "#app/ui/form/fields.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { PageBody } from "#app/ui/frame/page-body.tsx";
import { DeskTop } from "#app/ui/frame/top.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import type { RuleVersion, VisitRule } from "#modules/tickets/index.ts";
import { handBackDays, ProposeVisitRules } from "#modules/tickets/shared.ts";
import { visitRulesAction } from "./actions.server.ts";
import { visitRulesView } from "./view.server.ts";

export const handle = { title: "visitRules.title", fills: true } satisfies Handle;

export const loader = adminPage({ can: "adjust_wallet", query: z.object({}) }, visitRulesView);
export const action = visitRulesAction;

/** What ending a visit costs: the rules in force, a version that waits for a second admin, and those before. */
export default function VisitRules() {
  const { inForce, waiting, versions, mayPropose } = useLoaderData<typeof loader>();
  const say = useSay();
  const before = versions.filter(({ state }) => state !== "IN_FORCE" && state !== "WAITING");
  return (
    <>
      <DeskTop title={say("visitRules.title")} />
      <PageBody>
        <div className="grid max-w-4xl gap-4">
          <p className="text-soft">{say("visitRules.lead")}</p>
          {waiting && <WaitingVersion version={waiting} />}
          {inForce && (
            <Version version={inForce} title={say("visitRules.state.IN_FORCE", { version: inForce.version })} />
          )}
          {mayPropose && inForce && !waiting && <Propose inForce={inForce} />}
          {before.map((version) => (
            <Version
              key={version.id}
              version={version}
              title={say(`visitRules.state.${version.state}`, { version: version.version })}
            />
          ))}
        </div>
      </PageBody>
    </>
  );
}

/** A version that another admin decides about; its author may take it back. */
function WaitingVersion({ version }: { version: RuleVersion }) {
  const say = useSay();
  return (
    <Version version={version} title={say("visitRules.state.WAITING", { version: version.version })}>
      <ErrorSummary />
      {version.own ? (
        <>
          <Note>{say("visitRules.needsSecond")}</Note>
          <Decide intent="withdraw" version={version} tone="quiet" />
        </>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Decide intent="approve" version={version} tone="main" />
          <Decide intent="refuse" version={version} tone="quiet" />
        </div>
      )}
    </Version>
  );
}

const decisionWords = {
  approve: "adjust.act.approve",
  refuse: "visitRules.refuse",
  withdraw: "adjust.act.withdraw",
} as const;

type DecideProps = { intent: "approve" | "refuse" | "withdraw"; version: RuleVersion; tone: "main" | "quiet" };

function Decide({ intent, version, tone }: DecideProps) {
  const say = useSay();
  return (
    <Form intent={intent} prefix={intent}>
      <input type="hidden" name="versionId" value={version.id} />
      <Button tone={tone}>{say(decisionWords[intent])}</Button>
    </Form>
  );
}

type VersionProps = { version: RuleVersion; title: string; children?: React.ReactNode };

function Version({ version, title, children }: VersionProps) {
  const say = useSay();
  const locale = useLocale();
  const { author, decidedBy, createdAt, decidedAt } = version;
  return (
    <section className="card grid gap-3" aria-labelledby={version.id}>
      <h2 id={version.id}>{title}</h2>
      <p className="text-soft">
        {author
          ? say("visitRules.by", { name: author, time: showDateTime(createdAt, locale) })
          : say("visitRules.ofProduct")}{" "}
        {decidedBy &&
          decidedAt &&
          say("visitRules.decidedBy", { name: decidedBy, time: showDateTime(decidedAt, locale) })}
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        {version.rules.map((rule) => (
          <li key={rule.id}>{sentenceOf(rule, say)}</li>
        ))}
      </ul>
      {children}
    </section>
  );
}

/** A rule in one sentence. */
function sentenceOf({ band, minutes, atMost, calls, fee, leadBackPercent: percent }: VisitRule, say: Say): string {
  switch (band) {
    case "early":
      return say("visitRules.rule.early", { minutes: minutes ?? 0 });
    case "late":
      return say(`visitRules.rule.late.${fee === "kept" ? "kept" : "back"}`, { percent });
    case "free":
      return say("visitRules.rule.free", { minutes: minutes ?? 0, most: atMost ?? 0, days: handBackDays });
    case "change":
      return say("visitRules.rule.change", { minutes: minutes ?? 0, most: atMost ?? 0 });
    case "absent":
      return say("visitRules.rule.absent", { minutes: minutes ?? 0, n: calls ?? 0 });
    case "missed":
      return say("visitRules.rule.missed", { minutes: minutes ?? 0, percent });
    case "later":
      return say("visitRules.rule.later", { percent });
    default:
      return say("visitRules.rule.before_acceptance");
  }
}

function Propose({ inForce }: { inForce: RuleVersion }) {
  const say = useSay();
  const of = (band: VisitRule["band"]) => inForce.rules.find((rule) => rule.band === band);
  const values = {
    earlyMinutes: String(of("early")?.minutes ?? 0),
    lateFee: of("late")?.fee ?? "kept",
    lateLeadPercent: String(of("late")?.leadBackPercent ?? 0),
    changeMinutes: String(of("change")?.minutes ?? 0),
    changeAtMost: String(of("change")?.atMost ?? 0),
    absentCalls: String(of("absent")?.calls ?? 0),
    absentMinutes: String(of("absent")?.minutes ?? 0),
    missedMinutes: String(of("missed")?.minutes ?? 0),
    missedLeadPercent: String(of("missed")?.leadBackPercent ?? 0),
    freeMinutes: String(of("free")?.minutes ?? 0),
    freeAtMost: String(of("free")?.atMost ?? 0),
    laterLeadPercent: String(of("later")?.leadBackPercent ?? 0),
  };
  const number = { inputMode: "numeric", autoComplete: "off", maxLength: 4, required: true } as const;
  return (
    <section className="card" aria-labelledby="propose">
      <h2 id="propose" className="mb-3">
        {say("visitRules.propose")}
      </h2>
      <Form
        intent="propose"
        schema={ProposeVisitRules}
        values={values}
        className="grid items-start gap-3 sm:grid-cols-2"
        guarded
      >
        <div className="empty:hidden sm:col-span-2">
          <ErrorSummary intent="propose" />
        </div>
        <input type="hidden" name="version" value={inForce.version} />
        <TextField name="earlyMinutes" label={say("visitRules.earlyMinutes")} {...number} />
        <SelectField
          name="lateFee"
          label={say("visitRules.lateFee")}
          options={(["kept", "back"] as const).map((value) => ({ value, label: say(`visitRules.fee.${value}`) }))}
        />
        <TextField name="lateLeadPercent" label={say("visitRules.lateLeadPercent")} {...number} />
        <TextField name="changeMinutes" label={say("visitRules.changeMinutes")} {...number} />
        <TextField name="changeAtMost" label={say("visitRules.changeAtMost")} {...number} />
        <TextField name="absentCalls" label={say("visitRules.absentCalls")} {...number} />
        <TextField name="absentMinutes" label={say("visitRules.absentMinutes")} {...number} />
        <TextField name="missedMinutes" label={say("visitRules.missedAfter")} {...number} />
        <TextField name="missedLeadPercent" label={say("visitRules.missedLeadPercent")} {...number} />
        <TextField name="freeMinutes" label={say("visitRules.freeMinutes")} {...number} />
        <TextField name="freeAtMost" label={say("visitRules.freeAtMost", { days: handBackDays })} {...number} />
        <TextField name="laterLeadPercent" label={say("visitRules.laterLeadPercent")} {...number} />
        <div className="sm:col-span-2">
          <Button>{say("visitRules.proposeAct")}</Button>
        </div>
      </Form>
    </section>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
