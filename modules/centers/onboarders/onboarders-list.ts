import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "#modules/kernel/actor.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { allOf, anyOf } from "#modules/kernel/db/sql.ts";
import {
  type Count,
  countRows,
  type Page,
  type Place,
  pageByCreation,
  pageMap,
} from "#modules/kernel/lists/keyset.server.ts";
import { defineList } from "#modules/kernel/lists/list.server.ts";
import { searchByWords } from "#modules/kernel/lists/search-names.server.ts";
import { maskStars } from "#modules/kernel/mask.ts";
import { nameFor, seesContacts } from "#modules/kernel/names.ts";
import { bound, optionalText, plainDigits } from "#modules/kernel/validation.ts";
import { may, needMay } from "../policy.ts";
import type { OnboarderRow } from "../shared.ts";
import { onboarderColumns } from "./onboarders.ts";

/* Onboarders as a list of the operators (002 §2.11): any admin with view_admin_bar (Q10), never one of a client. */

/** An onboarder at the desk; the phone is stars for all but a SUPER_ADMIN (Q16). */
export type DeskOnboarder = OnboarderRow & { version: number; createdAt: Date; phoneShown: boolean };

const OnboardersFilter = z.object({
  /** Words of the name, the onboarder's id, or a phone for those who may see it. */
  search: optionalText(60),
  from: bound("start"),
  to: bound("end"),
  oldestFirst: z.boolean().optional(),
});
type OnboardersFilter = z.output<typeof OnboardersFilter>;

const columns = sql`${onboarderColumns}, o.version, o.created_at as "createdAt"`;
type OnboarderRecord = Omit<DeskOnboarder, "phoneShown">;

const named = { select: sql`select o.id, o.name from onboarders o`, id: sql`o.id`, name: sql`o.name` };

async function filterCondition(actor: Actor, { search, from, to }: OnboardersFilter) {
  const digits = plainDigits(search ?? "").replace(/\D/g, "");
  const conditions = search && [
    await searchByWords(search, { masked: !seesContacts(actor), ...named }),
    sql`o.center_onboarder_id = upper(${search})`,
    digits.length >= 10 && may(actor, "seeContacts") && sql`o.phone = ${digits.slice(-10)}`,
  ];
  return allOf([
    conditions && anyOf(conditions),
    from && sql`o.created_at >= ${from}`,
    to && sql`o.created_at <= ${to}`,
  ]);
}

function shownTo(actor: Actor, onboarder: OnboarderRecord): DeskOnboarder {
  const phoneShown = may(actor, "seeContacts");
  return {
    ...onboarder,
    createdAt: new Date(onboarder.createdAt),
    phoneShown,
    name: nameFor(actor, onboarder.name),
    ...(!phoneShown && { phone: maskStars() }),
  };
}

async function deskOnboarders(
  actor: Actor,
  { after, before, take, ...filter }: OnboardersFilter & Place,
): Promise<Page<DeskOnboarder>> {
  needMay(actor, "keepOnboarders");
  const where = await filterCondition(actor, filter);
  const page = await pageByCreation<OnboarderRecord>(
    actor,
    { after, before, take, oldestFirst: filter.oldestFirst },
    "o",
    (rest) =>
      rows(
        sql`select ${columns} from onboarders o
          where ${where} ${rest}`,
      ),
  );
  return pageMap(page, (onboarder) => shownTo(actor, onboarder));
}

async function countOnboarders(actor: Actor, filter: OnboardersFilter): Promise<Count> {
  needMay(actor, "keepOnboarders");
  return countRows(sql`from onboarders o where ${await filterCondition(actor, filter)}`);
}

/** R412: the onboarders. */
export const onboardersList = defineList<typeof OnboardersFilter, DeskOnboarder>({
  name: "onboarders",
  title: "onboarders.title",
  can: "view_admin_bar",
  filter: OnboardersFilter,
  key: ({ id }) => id,
  page: deskOnboarders,
  count: countOnboarders,
  columns: [
    {
      id: "onboarderId",
      label: "onboarders.id",
      kind: "text",
      width: 120,
      value: ({ centerOnboarderId }) => centerOnboarderId,
    },
    { id: "name", label: "common.name", kind: "text", width: 160, value: ({ name }) => name },
    { id: "phone", label: "common.mobileNumberTitle", kind: "text", width: 110, value: ({ phone }) => phone },
    {
      id: "services",
      label: "onboarders.services",
      kind: "service",
      width: 150,
      value: ({ primaryService }) => primaryService?.serviceName,
    },
    {
      id: "states",
      label: "onboarders.states",
      kind: "address",
      width: 150,
      value: ({ allowedStates }) => allowedStates.join(", "),
    },
    {
      id: "cities",
      label: "onboarders.cities",
      kind: "text",
      width: 150,
      value: ({ allowedCities }) => allowedCities.join(", "),
    },
  ],
});

/** One onboarder by its id or human id, as this admin may see it. */
export async function onboarderNamed(
  actor: Actor,
  name: { id: string } | { humanId: string },
): Promise<DeskOnboarder | undefined> {
  needMay(actor, "keepOnboarders");
  const onboarder =
    "id" in name
      ? await row<OnboarderRecord>(sql`select ${columns} from onboarders o where o.id = ${name.id}`)
      : await row<OnboarderRecord>(
          sql`select ${columns} from onboarders o where o.center_onboarder_id = upper(${name.humanId})`,
        );
  return onboarder && shownTo(actor, onboarder);
}

/** For admin/get-all-onboarder: a page, or the one with a human id. */
export async function onboardersFor(
  actor: Actor,
  { humanId, ...place }: { humanId?: string | undefined } & Place,
): Promise<Page<DeskOnboarder>> {
  if (humanId === undefined) return deskOnboarders(actor, place);
  const onboarder = await onboarderNamed(actor, { humanId });
  return { rows: onboarder ? [onboarder] : [], next: null, previous: null, head: null };
}
