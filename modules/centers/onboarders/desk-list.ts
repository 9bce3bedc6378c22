import { z } from "zod";
import { type Actor, isSuperAdmin, need } from "#modules/kernel/actor.ts";
import { type Bind, binds } from "#modules/kernel/db/binds.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
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

const keeping = (actor: Actor) => need(actor, "view_admin_bar");

const columns = `${onboarderColumns}, o.version, o.created_at as "createdAt"`;
type OnboarderRecord = Omit<DeskOnboarder, "phoneShown">;

const named = { select: "select o.id, o.name from onboarders o", id: "o.id", name: "o.name" };

async function narrowed(actor: Actor, { search, from, to }: OnboardersFilter, bind: Bind) {
  const digits = plainDigits(search ?? "").replace(/\D/g, "");
  const conditions = search && [
    await searchByWords(search, { masked: !seesContacts(actor), ...named }, bind),
    `o.center_onboarder_id = upper(${bind(search)})`,
    digits.length >= 10 && isSuperAdmin(actor) && `o.phone = ${bind(digits.slice(-10))}`,
  ];
  return [
    "true",
    conditions && `(${conditions.filter(Boolean).join(" or ")})`,
    from && `o.created_at >= ${bind(from)}`,
    to && `o.created_at <= ${bind(to)}`,
  ]
    .filter(Boolean)
    .join(" and ");
}

function shownTo(actor: Actor, onboarder: OnboarderRecord): DeskOnboarder {
  const phoneShown = isSuperAdmin(actor);
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
  keeping(actor);
  const { params, bind } = binds();
  const where = await narrowed(actor, filter, bind);
  const page = await pageByCreation<OnboarderRecord>(
    actor,
    { after, before, take, oldestFirst: filter.oldestFirst },
    { bind, of: "o" },
    (rest) =>
      rows(
        `select ${columns} from onboarders o
          where ${where} ${rest}`,
        params,
      ),
  );
  return pageMap(page, (onboarder) => shownTo(actor, onboarder));
}

async function countOnboarders(actor: Actor, filter: OnboardersFilter): Promise<Count> {
  keeping(actor);
  const { params, bind } = binds();
  return countRows(`from onboarders o where ${await narrowed(actor, filter, bind)}`, params);
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
    { id: "onboarderId", label: "onboarders.id", kind: "text", value: ({ centerOnboarderId }) => centerOnboarderId },
    { id: "name", label: "onboarders.name", kind: "text", value: ({ name }) => name },
    { id: "phone", label: "onboarders.mobile", kind: "text", value: ({ phone }) => phone },
    {
      id: "services",
      label: "onboarders.services",
      kind: "service",
      value: ({ primaryService }) => primaryService?.serviceName,
    },
    {
      id: "states",
      label: "onboarders.states",
      kind: "address",
      value: ({ allowedStates }) => allowedStates.join(", "),
    },
    {
      id: "cities",
      label: "onboarders.cities",
      kind: "text",
      value: ({ allowedCities }) => allowedCities.join(", "),
    },
  ],
});

/** One onboarder by its id or human id, as this admin may see it. */
export async function onboarderNamed(
  actor: Actor,
  name: { id: string } | { humanId: string },
): Promise<DeskOnboarder | undefined> {
  keeping(actor);
  const onboarder =
    "id" in name
      ? await row<OnboarderRecord>(`select ${columns} from onboarders o where o.id = $1`, [name.id])
      : await row<OnboarderRecord>(`select ${columns} from onboarders o where o.center_onboarder_id = upper($1)`, [
          name.humanId,
        ]);
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
