import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { addressWith } from "#app/parts/tickets/addresses.ts";
import { LedgerLines, Sums } from "#app/parts/wallet/ledger.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Section } from "#app/ui/detail/section.tsx";
import { showDateTime, showDayTime } from "#modules/kernel/clock.ts";
import type { HistoryLine, RequestMoney } from "#modules/tickets/index.ts";
import { HistorySentence } from "./history-sentence.tsx";
import type { RequestPage } from "./view.server.ts";

/** The request's money as the ledger has it: each movement, then where it stands. */
export function Money({ money, adjustments }: { money: RequestMoney; adjustments: RequestPage["adjustments"] }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <Section title={say("request.money")}>
      {money.lines.length === 0 ? (
        <p className="text-soft">{say("request.money.none")}</p>
      ) : (
        <>
          <LedgerLines
            lines={money.lines.map(({ id, kind, amountPaise, from, to, center, method, at }) => ({
              key: id,
              what: say(`transfer.${kind}`),
              amountPaise,
              note: (
                <>
                  {from === "center_wallet" && center ? center : say(`account.${from}`)}
                  {method && `, ${method.toUpperCase()}`} →{" "}
                  {to === "center_wallet" && center ? say("request.walletOf", { name: center }) : say(`account.${to}`)}{" "}
                  · {showDayTime(at, locale)}
                </>
              ),
            }))}
          />
          <Sums
            sums={[
              [say("request.money.held"), money.heldPaise],
              [say("request.money.earned"), money.earnedPaise],
              [say("request.money.returned"), money.returnedPaise],
              [say("common.penalties"), money.penaltyPaise],
            ]}
          />
        </>
      )}
      {adjustments && adjustments.length > 0 && (
        <>
          <h3 className="mt-3 font-semibold">{say("adjust.title")}</h3>
          <LedgerLines
            lines={adjustments.map(
              ({ id, kind, state, objection, amountPaise, remarks, owner, author, createdAt }) => ({
                key: id,
                what: `${say(`adjust.kind.${kind}`)} · ${say(
                  objection ? `adjust.state.objection.${objection}` : `adjust.state.${state}`,
                )}`,
                amountPaise,
                note: (
                  <>
                    {owner.name} · {author} · {showDayTime(createdAt, locale)}
                    <br />
                    {remarks}
                  </>
                ),
              }),
            )}
          />
          <Link className="d-link" to="/wallet-approvals">
            {say("request.approvals")}
          </Link>
        </>
      )}
    </Section>
  );
}

/** The onboarding team's remarks, and those of the others. */
export function TeamRemarks({ page }: { page: RequestPage }) {
  const { request, acts, house } = page;
  const say = useSay();
  const locale = useLocale();
  const here = useLocation();
  const { onboardingRemarks, onboardingBy } = request.remarks;
  const empty = !onboardingRemarks && request.remarksList.length === 0;
  return (
    <Section
      title={say("acts.remarks")}
      note={house ? say("request.remarksNote") : undefined}
      acts={
        acts.offered.some(({ act }) => act === "remarks") && (
          <Link
            className={`d-btn${acts.remarked ? " border-green-700! text-green-700!" : ""}`}
            to={addressWith(here, { act: "remarks", center: null })}
            preventScrollReset
          >
            <Icon name={acts.remarked ? "check" : "plus"} />
            {say(acts.remarked ? "common.edit" : "common.add")}
          </Link>
        )
      }
    >
      {empty && <p className="text-soft">{say("common.noRemarksYet")}</p>}
      {onboardingRemarks && <Remark text={onboardingRemarks} by={onboardingBy} />}
      {request.remarksList.map(({ id, text, authorKind, createdAt }) => (
        <Remark
          key={id}
          text={text}
          by={`${say(`center.author.${authorKind as "center" | "admin" | "technician" | "customer"}`)} · ${showDateTime(createdAt, locale)}`}
        />
      ))}
    </Section>
  );
}

const Remark = ({ text, by }: { text: string; by: ReactNode }) => (
  <p className="border-b border-hair pt-2 pb-2.5 text-13 wrap-anywhere whitespace-pre-line last:border-0">
    {text}
    <small className="block text-12 text-soft">{by}</small>
  </p>
);

/** Who did what and when, newest first. */
export function History({ lines }: { lines: readonly HistoryLine[] }) {
  const say = useSay();
  const locale = useLocale();
  return (
    <Section title={say("common.history")}>
      <ol data-history="">
        {lines.map((line) => (
          <li
            key={line.id}
            className="relative pb-3 pl-5 text-13 before:absolute before:top-1.25 before:left-0.75 before:z-1 before:size-2 before:rounded-full before:border-2 before:border-edge before:bg-paper first:before:border-teal-700 first:before:bg-teal-700 not-last:after:absolute not-last:after:top-3 not-last:after:-bottom-1 not-last:after:left-1.5 not-last:after:w-0.5 not-last:after:bg-line"
          >
            <HistorySentence line={line} />
            <small className="block text-12 text-soft">{showDateTime(line.at, locale)}</small>
          </li>
        ))}
      </ol>
    </Section>
  );
}
