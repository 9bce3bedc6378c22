import { LockMode } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { changedMeanwhile, endSessionsOf } from "#modules/access/index.ts";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { changesBetween } from "#modules/kernel/db/changes.ts";
import { em, row, transaction } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { freeHumanId } from "#modules/kernel/db/human-id.ts";
import { conflict, denied, type FieldValues, invalid, missing } from "#modules/kernel/errors.ts";
import { withoutContacts } from "#modules/kernel/mask.ts";
import { id as byId } from "#modules/kernel/validation.ts";
import { needNoDeskPhone } from "../desk-phones/desk-phone.ts";
import { may, needMay } from "../policy.ts";
import type { AddOnboarder, EditOnboarder } from "../shared.ts";
import { OnboarderSchema } from "./onboarder.entity.ts";
import { oneOnboarderOfAPhone } from "./onboarders.ts";
import { type DeskOnboarder, onboarderNamed } from "./onboarders-list.ts";

/* What operators do with onboarders (002 §2.11). */

/** One onboarder for its form; refuses with `onboarder.notFound`. */
export async function getDeskOnboarder(actor: Actor, onboarderId: string): Promise<DeskOnboarder> {
  const onboarder = await onboarderNamed(actor, { id: onboarderId });
  if (!onboarder) throw missing("onboarder.notFound");
  return onboarder;
}

/**
 * Add an onboarder by name and phone (R413); service, states and cities are empty (Q107). Refuses with
 * `onboarder.phoneTaken`.
 */
export async function createOnboarder(actor: Actor, { name, phone }: AddOnboarder): Promise<DeskOnboarder> {
  needMay(actor, "keepOnboarders");
  return oneOnboarderOfAPhone(() =>
    transaction(async () => {
      if (await row(sql`select from onboarders where phone = ${phone}`)) throw conflict("onboarder.phoneTaken");
      await needNoDeskPhone(phone, "onboarder.phoneTaken");
      const centerOnboarderId = await freeHumanId(
        "ONB",
        (id) => sql`select from onboarders where center_onboarder_id = ${id}`,
      );
      const made = em().create(OnboarderSchema, {
        centerOnboarderId,
        name,
        phone,
        allowedStates: [],
        allowedCities: [],
      });
      await em().flush();
      await record(actor, { subject: "onboarder", id: made.id, event: "onboarder.created" });
      return getDeskOnboarder(actor, made.id);
    }),
  );
}

/**
 * Change an onboarder, named by id or human id: its name, and as a SUPER_ADMIN its phone, which ends its sessions.
 * Refuses with `error.changed` when it changed since the form was loaded, and with `onboarder.phoneTaken`.
 */
export async function updateOnboarder(
  actor: Actor,
  { onboarderId, version, name, phone }: EditOnboarder,
): Promise<DeskOnboarder> {
  needMay(actor, "keepOnboarders");
  return oneOnboarderOfAPhone(() =>
    transaction(async () => {
      const onboarder = await em().findOne(
        OnboarderSchema,
        byId.safeParse(onboarderId).success ? { id: onboarderId } : { centerOnboarderId: onboarderId.toUpperCase() },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!onboarder) throw missing("onboarder.notFound");
      const before = fieldsOf(onboarder);
      if (version !== undefined && version !== onboarder.version)
        throw await changedMeanwhile(actor, {
          subject: "onboarder",
          id: onboarder.id,
          event: updated,
          sent: version,
          version: onboarder.version,
          now: fieldsOf(await getDeskOnboarder(actor, onboarder.id)),
          names: { name: "common.name", phone: "common.mobileNumberTitle" },
        });
      // Who sees the phone sends it (R413).
      if (phone === undefined && may(actor, "seeContacts"))
        throw invalid("form.incomplete", { phone: "form.incomplete" });
      // Refused before it is compared: the answer to a number does not say whether it is the stored one.
      if (phone !== undefined && !may(actor, "seeContacts")) throw denied();
      const moved = phone !== undefined && phone !== onboarder.phone;
      // A name that was shown without its number is sent back so: the number is kept.
      const asShown = !may(actor, "seeContacts") && name === withoutContacts(onboarder.name);
      const named = asShown ? onboarder.name : name;
      if (!moved && named === onboarder.name) return getDeskOnboarder(actor, onboarder.id);
      if (moved) await needNoDeskPhone(phone, "onboarder.phoneTaken");
      em().assign(onboarder, { name: named, ...(moved && { phone }), updatedAt: now() });
      await em().flush();
      const changes = changesBetween(before, fieldsOf(onboarder), ({ name: named }) => ({
        name: withoutContacts(String(named)),
      }));
      await record(actor, {
        subject: "onboarder",
        id: onboarder.id,
        event: updated,
        data: { version: onboarder.version, ...changes },
      });
      if (moved) await endSessionsOf("onboarder", onboarder.id);
      return getDeskOnboarder(actor, onboarder.id);
    }),
  );
}

const updated = "onboarder.updated";
const fieldsOf = ({ name, phone }: { name: string; phone: string }): FieldValues => ({ name, phone });
