import {
  centerNamed,
  centersWithEndedTrial,
  centerToChange,
  changeCenter,
  type DeskCenter,
  defineCapacity,
  defineCapacityByQr,
  extendTrial,
  getDeskCenter,
  setKitPaid,
} from "#modules/centers/index.ts";
import { DefineCapacity, DefineCapacityByQr, DisableCenter, ExtendTrial, SetKitPaid } from "#modules/centers/shared.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { day, istDate, now } from "#modules/kernel/clock.ts";
import { transaction, unitOfWork } from "#modules/kernel/db/db.server.ts";
import { DomainError } from "#modules/kernel/errors.ts";
import { say } from "#modules/messages/index.ts";
import { withDatabase } from "../../embedded/database.ts";
import { Failed, show, tell, UsageError } from "../../run.ts";
import { facts, table } from "../../table.ts";
import { centerName } from "../centers.ts";
import { type Acting, acting, audited, type Operating, operatorOf, reading, tellDone } from "./operator.ts";

const yesNo = (is: boolean) => (is ? "yes" : "no");
const dateOf = (at: Date | null) => (at ? istDate(at) : "");
const idOf = async (which: string) => (await centerNamed(centerName(which))).id;

/** `centers show <center>`: one center, as the operator sees it. */
export async function showOne(options: Operating, which: string) {
  const center = await reading(options, async (actor) => getDeskCenter(actor, await idOf(which)));
  show(center, described(center), options);
}

const described = (center: DeskCenter) =>
  facts([
    ["name", center.centerName],
    ["legal name", center.legalName],
    ["GSTIN", center.gstin],
    ["qr", center.qr?.qrId],
    ["phone", center.phone],
    ["city", center.city],
    ["pincodes", center.pincodes.join(", ")],
    ["services", [center.primaryService, ...center.secondaryServices].map((each) => each?.serviceName).join(", ")],
    ["registered", dateOf(center.createdAt)],
    ["verified", dateOf(center.verifiedAt)],
    ["subscribed", center.subscribed ? `until ${dateOf(center.subscribeEndDate)}` : "no"],
    ["trial until", dateOf(center.trialUntil)],
    ["onboarding kit", center.paidForOnboardingKit ? "paid" : "not paid"],
    ["capacity", `${center.openTickets} of ${center.ticketAcceptLimit} open`],
    ["closed", center.closedTickets],
    ["rating", center.averageRating],
    ["login disabled", yesNo(center.loginDisabled)],
    ["requests disabled", yesNo(center.broadcastDisabled)],
    ["clients", center.clients.map(({ clientName }) => clientName).join(", ")],
    ["id", center.id],
  ]);

type Extending = Acting & { expiredMoreThan?: string };

/** `centers extend-trial`: begins the trial of one center again, or of all whose trial ended so long ago. */
export async function extendTrials(options: Extending, which?: string) {
  const { expiredMoreThan } = options;
  if ((which === undefined) === (expiredMoreThan === undefined))
    throw new UsageError("name one center, or say --expired-more-than 15d for all whose trial ended so long ago");
  if (expiredMoreThan !== undefined) return extendMany(options, daysOf(expiredMoreThan));
  const begin = async (actor: Actor) => extendTrial(actor, ExtendTrial.parse({ centerId: await idOf(which!) }));
  const done = await acting(options, "centers extend-trial", begin);
  const { centerName: name, trialUntil } = done.result;
  tellDone(done, `${name} is on trial until ${istDate(trialUntil)}`, options);
}

/** `15d` or `15` as days. */
function daysOf(text: string): number {
  const [, count] = /^(\d{1,4})d?$/.exec(text) ?? [];
  if (!count) throw new UsageError(`--expired-more-than: '${text}' is no number of days such as 15d`);
  return Number(count);
}

const mostExtended = 1_000;

async function extendMany(options: Extending, days: number) {
  const before = new Date(now().getTime() - days * day);
  const result = await withDatabase(async () => {
    const actor = await operatorOf(options);
    const centers = await centersWithEndedTrial(actor, { before, take: mostExtended });
    const refused: { id: string; centerName: string; because: string }[] = [];
    if (options.dryRun || !options.yes) return { centers, refused, happened: false };
    for (const [index, { id, centerName }] of centers.entries()) {
      // Each is a transaction of its own: whoever stops half way has whole centers, and the rest by saying it again.
      await unitOfWork(() =>
        transaction(async () => {
          await extendTrial(actor, ExtendTrial.parse({ centerId: id }));
          await audited(actor, "centers extend-trial", { centerId: id });
        }),
      ).catch((error) => {
        if (!(error instanceof DomainError)) throw error;
        refused.push({ id, centerName, because: say(error.key, error.params ?? {}) });
      });
      if ((index + 1) % 50 === 0) tell(`${index + 1} of ${centers.length} centers`, options);
    }
    return { centers, refused, happened: true };
  });
  const { centers, refused, happened } = result;
  const words = `the trial of ${centers.length - refused.length} centers begins again today`;
  const listed = table(
    ["registered", "qr", "city", "name", "id"],
    centers.map(({ createdAt, qrId, city, centerName, id }) => [
      istDate(createdAt),
      qrId ?? "",
      city ?? "",
      centerName,
      id,
    ]),
    options,
  );
  if (centers.length === 0) return show({ done: [], refused }, "No trial ended so long ago.", options);
  const troubles = refused.map(({ centerName, because }) => `\nnot ${centerName}: ${because}`).join("");
  if (happened) show({ done: centers, refused }, `${listed}\n${words}${troubles}`, options);
  else if (!options.dryRun) throw new UsageError(`This would be: ${words}\nSay --yes to do it.`);
  else show({ wouldDo: centers }, `${listed}\nwould be: ${words}`, options);
  if (refused.length > 0) throw new Failed();
}

/** `centers capacity <center> <limit>`: how many open requests a center may have at once; `all` is every center. */
export async function capacity(options: Acting, which: string, limit: string) {
  const all = which === "all";
  const define = async (actor: Actor) => {
    if (all) return defineCapacityByQr(actor, DefineCapacityByQr.parse({ ticketAcceptLimit: limit }));
    const center = await centerNamed(centerName(which));
    await defineCapacity(actor, DefineCapacity.parse({ centerId: center.id, ticketAcceptLimit: limit }));
    return { changed: 1, id: center.id, centerName: center.centerName };
  };
  const done = await acting(options, "centers capacity", define, { asks: all });
  const { result } = done;
  const whose = "id" in result ? result.centerName : `${result.changed} centers`;
  tellDone(done, `${whose} may have ${limit} open requests at once`, options);
}

type MarkingKit = Acting & { reference?: string; undo?: boolean };

/** `centers kit <center>`: its onboarding kit is paid, with the reference of the payment, or that is taken back. */
export async function kit(options: MarkingKit, which: string) {
  const { reference, undo } = options;
  if ((reference === undefined) === (undo === undefined))
    throw new UsageError("say --reference with the number of the payment, or --undo to take it back");
  const mark = async (actor: Actor) =>
    setKitPaid(actor, SetKitPaid.parse({ centerId: await idOf(which), paid: !undo, reference }));
  const done = await acting(options, "centers kit", mark, { asks: false });
  const { centerName: name, paidForOnboardingKit } = done.result;
  tellDone(done, `${name}: onboarding kit ${paidForOnboardingKit ? "paid" : "not paid"}`, options);
}

/** What can be disabled, in the words of the command and of the form. */
const flags = { login: "login_into_application", requests: "accepting_broadcast_ticket" } as const;
const parts = Object.keys(flags) as (keyof typeof flags)[];

type Switching = Acting & { for?: (keyof typeof flags)[]; remark: string; tell?: string };

/** `centers disable <center>`: it may not sign in, or is not offered requests; a login's end ends its sessions. */
export const disable = (options: Switching, which: string) => switched(options, which, true);

/** `centers enable <center>`: takes that back. */
export const enable = (options: Switching, which: string) => switched(options, which, false);

async function switched(options: Switching, which: string, off: boolean) {
  const chosen = options.for ?? parts;
  const command = off ? "centers disable" : "centers enable";
  const change = async (actor: Actor) => {
    const { id, version, loginDisabled, broadcastDisabled } = await centerToChange(actor, await idOf(which));
    const is = { login: loginDisabled, requests: broadcastDisabled };
    const disabledFor = parts.filter((part) => (chosen.includes(part) ? off : is[part])).map((part) => flags[part]);
    const { remark, tell: ticketRemarks } = options;
    return changeCenter(actor, DisableCenter.parse({ centerId: id, version, disabledFor, remark, ticketRemarks }));
  };
  const done = await acting(options, command, change, { asks: off });
  const { centerName: name, loginDisabled, broadcastDisabled } = done.result;
  tellDone(
    done,
    `${name}: login ${loginDisabled ? "disabled" : "enabled"}, requests ${broadcastDisabled ? "disabled" : "enabled"}`,
    options,
  );
}
