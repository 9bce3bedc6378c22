import { sql } from "kysely";
import type { z } from "zod";
import { localeOf } from "#modules/access/index.ts";
import { priceInForce } from "#modules/catalog/index.ts";
import {
  type centerRestricted,
  type documentRejected,
  getCenter,
  type Term,
  type TermStage,
  termOf,
} from "#modules/centers/index.ts";
import { centerState } from "#modules/centers/shared.ts";
import { system } from "#modules/kernel/actor.ts";
import { fromIst, istDate, showDate } from "#modules/kernel/clock.ts";
import { row } from "#modules/kernel/db/db.server.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { additionFacts, centerSubscription } from "#modules/wallet/index.ts";
import { sendSms } from "../providers/sms.server.ts";
import { sendWebPush } from "../providers/web-push.server.ts";
import type { TemplatesOn, ValuesOf } from "../templates/templates.ts";
import { deliver, noLongerTrue } from "./deliver.ts";
import { asVariable } from "./facts.ts";
import { browsersOf, forgetBrowser } from "./subscriptions.ts";

/* The messages about the notices of a center's inbox (notices.ts). */

type EventPayload<E extends { payload: z.ZodType }> = z.output<E["payload"]> & {
  /** One per event, so that its message is sent once. */
  cause: string;
};

/** The phone of a center that was not deleted. */
export const phoneOf = async (centerId: string) =>
  (
    await row<{ phone: string }>(
      sql`select phone from centers where id = ${centerId} and is_active <> ${sql.lit(centerState.DELETED)}`,
    )
  )?.phone;

/** Notify a center by SMS and push that a paper was rejected; its inbox names the paper. */
export async function tellRejected({ centerId, cause, ...rest }: EventPayload<typeof documentRejected>): Promise<void> {
  const phone = await phoneOf(centerId);
  if (!phone) return;
  const job = { name: "notifications.tellRejected", payload: { centerId, cause, ...rest } };
  const locale = await localeOf(phone);
  await deliver({ cause, channel: "sms", template: "centerPapers", to: phone, job }, () =>
    sendSms(phone, "centerPapers", {}, locale),
  );
  await push({ centerId, cause, template: "centerPapers", values: {}, job, locale });
}

/** Notify a center by SMS that it was disabled, with the operators' reason; enabling is in its inbox only. */
export async function tellDisabled({ centerId, cause, ...rest }: EventPayload<typeof centerRestricted>): Promise<void> {
  const phone = rest.disabledFor.length > 0 && (await phoneOf(centerId));
  if (!phone) return;
  const job = { name: "notifications.tellDisabled", payload: { centerId, cause, ...rest } };
  const values = { reason: asVariable(withoutContacts(rest.why ?? "")) || "-" };
  const locale = await localeOf(phone);
  await deliver({ cause, channel: "sms", template: "centerDisabled", to: phone, job }, () =>
    sendSms(phone, "centerDisabled", values, locale),
  );
}

/** Push to a center's browsers what an admin added to its wallet; no SMS is registered for it. */
export async function tellCredit({ adjustmentId }: { adjustmentId: string }): Promise<void> {
  const added = await additionFacts(adjustmentId);
  const phone = added && (await phoneOf(added.centerId));
  if (!phone) return;
  const job = { name: "notifications.tellCredit", payload: { adjustmentId } };
  const values = { rupees: Math.floor(added.facts.amountPaise / 100) };
  const locale = await localeOf(phone);
  const about = { centerId: added.centerId, cause: `adjustment:${adjustmentId}` };
  await push({ ...about, template: "walletCredited", values, job, locale });
}

export type TermNotice = {
  centerId: string;
  cause: string;
  of?: Term["of"] | undefined;
  stage?: TermStage | undefined;
  endsOn?: string | undefined;
};

/**
 * Notify a center by SMS and push that its trial or subscription ends and what the next one costs; that it has ended by
 * push alone. Nothing is sent to a center that has another end by now, nor by a job without an end.
 */
export async function tellTerm(notice: TermNotice): Promise<void> {
  const { centerId, cause, stage, endsOn } = notice;
  const phone = await phoneOf(centerId);
  if (!phone) return;
  if (!stage || !endsOn) return noLongerTrue(cause);
  if (istDate(termOf(await getCenter(centerId)).endsAt) !== endsOn) return noLongerTrue(cause);
  const job = { name: "notifications.tellTerm", payload: notice };
  const locale = await localeOf(phone);
  const about = { centerId, cause, job, locale, path: "/payments" } as const;
  if (stage === "over") return push({ ...about, template: "centerTermOver", values: {} });
  const { annualSubscriptionPaise } = await priceInForce();
  const { balance } = await centerSubscription(system("messages"), { centerId });
  const costsPaise = balance?.amountPaise ?? annualSubscriptionPaise;
  const date = asVariable(showDate(fromIst(endsOn), locale));
  const values = { date, rupees: Math.floor(costsPaise / 100) };
  await deliver({ cause, channel: "sms", template: "centerTermEnds", to: phone, job }, () =>
    sendSms(phone, "centerTermEnds", values, locale),
  );
  await push({ ...about, template: "centerTermEnds", values });
}

type Pushed<K extends TemplatesOn<"push">> = {
  centerId: string;
  cause: string;
  template: K;
  values: ValuesOf<K>;
  job: { name: string; payload: Record<string, unknown> };
  locale: Awaited<ReturnType<typeof localeOf>>;
  /** The page a click opens; without it the inbox. */
  path?: "/payments" | "/brodcast-requests";
};

/** Push to each browser of a center. */
export async function push<K extends TemplatesOn<"push">>(pushed: Pushed<K>) {
  const { centerId, cause, template, values, job, locale, path = "/inbox" } = pushed;
  const failures: unknown[] = [];
  for (const { id, hash, name, subscription } of await browsersOf(centerId)) {
    const message = { cause: `${cause}:push:${hash.slice(0, 32)}`, channel: "push", template, to: name, job } as const;
    await deliver(message, async () => {
      const options = { path, tag: `${hash.slice(0, 8)}${template}`.slice(0, 32), locale };
      const answer = await sendWebPush(subscription, template, values, options);
      if (answer.status === "gone") await forgetBrowser(id);
      return answer;
    }).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
