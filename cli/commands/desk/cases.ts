import { istDate, istTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import { appealCase, type CaseDetail, casesList, decideAppeal, decideCase, getCase } from "#modules/tickets/index.ts";
import { AppealCase, CaseRef, DecideCase } from "#modules/tickets/shared.ts";
import { show } from "../../run.ts";
import { facts, table } from "../../table.ts";
import { type Acting, acting, needTake, type Operating, readingPeople, tellDone } from "./operator.ts";

const moment = (at: Date | null) => (at ? `${istDate(at)} ${istTime(at)}` : "-");

/** `cases list`: the cases that wait for a decision, the most urgent first; or those that were decided. */
export async function list(options: Operating & { decided?: boolean; take: number }) {
  const { take, decided } = options;
  needTake(take);
  const view = decided ? "decided" : "waiting";
  const { rows } = await readingPeople(options, (actor) => casesList.page(actor, { take, view }));
  const words = table(
    ["id", "request", "cause", "state", "due", "fee", "center", "decision"],
    rows.map(({ caseId, number, cause, state, dueAt, late, feePaise, center, decision }) => [
      caseId,
      number,
      cause,
      state,
      `${moment(dueAt)}${late ? " (late)" : ""}`,
      rupees(feePaise),
      center ?? "-",
      decision ?? "-",
    ]),
    options,
  );
  show(rows, rows.length > 0 ? words : decided ? "No case was decided yet." : "No case waits.", options);
}

/** `cases show <id>`: one case. */
export async function showOne(options: Operating, caseId: string) {
  const shown = await readingPeople(options, (actor) => getCase(actor, CaseRef.parse({ caseId })));
  show(shown, described(shown), options);
}

const answered = ({ answer }: CaseDetail) =>
  answer === null
    ? "none"
    : [
        answer.came ? "they came" : "nobody came",
        answer.done === null ? [] : answer.done ? "done" : "not done",
        answer.counts ? [] : "from the bare link, counts for nothing",
      ]
        .flat()
        .join(", ");

const described = (shown: CaseDetail) =>
  facts([
    ["request", shown.number],
    ["cause", shown.cause],
    ["state", shown.state],
    ["opened", moment(shown.openedAt)],
    ["due", moment(shown.dueAt)],
    ["center", shown.center],
    ["closed with", shown.closeRemarks],
    ["fee", `${rupees(shown.feePaise)}, ${shown.fee ?? "none or returned"}`],
    ["customer's answer", answered(shown)],
    ["decision", shown.decision],
    ["reason", shown.reason],
    ["decided by", shown.decidedBy],
    ["appeal", shown.appealReason],
    ["appealed by", shown.appealedBy],
    ["reason of the appeal's decision", shown.appealDecisionReason],
    ["appeal decided by", shown.appealDecidedBy],
    ["by the same admin", shown.sameAdmin ? "yes" : "no"],
  ]);

type Deciding = Acting & { decision: string; reason: string };

/** `cases decide <id>`: decides a case that is open, or its appeal. */
export async function decide(options: Deciding, caseId: string) {
  const { decision, reason } = options;
  const done = await acting(options, "cases decide", async (actor) => {
    const input = DecideCase.parse({ caseId, decision, reason });
    const { state } = await getCase(actor, { caseId: input.caseId });
    const ticket = state === "appealed" ? await decideAppeal(actor, input) : await decideCase(actor, input);
    return { id: caseId, number: ticket.ticketId, decision };
  });
  tellDone(done, `${done.result.number}: the case is decided, ${decision}`, options);
}

/** `cases appeal <id>`: enters an appeal against a decision. */
export async function appeal(options: Acting & { reason: string }, caseId: string) {
  const done = await acting(options, "cases appeal", async (actor) => {
    const ticket = await appealCase(actor, AppealCase.parse({ caseId, reason: options.reason }));
    return { id: caseId, number: ticket.ticketId };
  });
  tellDone(done, `${done.result.number}: the appeal waits for another admin`, options);
}
