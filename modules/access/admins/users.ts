import { sql } from "kysely";
import type { Actor } from "#modules/kernel/actor.ts";
import { now } from "#modules/kernel/clock.ts";
import { changesBetween, only } from "#modules/kernel/db/changes.ts";
import { row, rows } from "#modules/kernel/db/db.server.ts";
import { record } from "#modules/kernel/db/history.ts";
import { conflict, denied, type FieldValues, invalid } from "#modules/kernel/errors.ts";
import type { Switched } from "#modules/kernel/lists/switched.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import { type AdminAct, may, needMay, superAdmins } from "../policy.ts";
import { inTurn } from "../roles/in-turn.ts";
import { endSessionsOf } from "../sessions/sessions.ts";
import { type AdminCard, type SaveUser, superAdmin, type UpdateUser } from "../shared.ts";
import { adminCard, createAdmin } from "./admins.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { type AdminRights, needGrantable } from "./given.ts";
import { hashPassword } from "./passwords.ts";
import { limitTaken, needFreeMobile, provedByEntry } from "./phones.ts";
import { rightsChanged } from "./rights-changed.ts";

/*
 * Admin users as other admins keep them (002 §2.6). Nobody changes their own user, one with rights they lack, or the last
 * SUPER_ADMIN; whoever loses a right is signed out at once.
 */

/** What the chosen role and client make of a user: a client makes it a CLIENT. */
function rightsOf({ role, clientId }: Pick<SaveUser, "role" | "clientId">): AdminRights {
  if (role.toUpperCase() !== superAdmin)
    return { adminRole: clientId ? "CLIENT" : "ROLE", roleId: role, clientId: clientId ?? null };
  if (clientId) throw invalid("user.superAdminOfClient", { clientId: "user.superAdminOfClient" });
  return { adminRole: superAdmin, roleId: null, clientId: null };
}

/**
 * Create a user (R358, R359); called by the user name until somebody names them otherwise. Refuses a role beyond one's own
 * (`role.more`), a taken user name (`admin.userNameTaken`) and a taken mobile number (`admin.mobileTaken`).
 */
export async function createUser(
  actor: Actor,
  { userName, password, mobile, ...chosen }: SaveUser,
): Promise<AdminCard> {
  const { adminRole, roleId, clientId } = rightsOf(chosen);
  const card = await createAdmin(actor, {
    userName,
    password,
    mobile,
    name: userName,
    adminRole,
    ...(roleId && { roleId }),
    ...(clientId && { clientId }),
  });
  return shownTo(actor, card);
}

/**
 * Change a user: name, role, client, and as a SUPER_ADMIN password and phone; left out, these two stay (Q14). Other
 * rights or another password end the user's sessions. Another phone resets the password only once it is proved at the
 * next login. Refuses another admin's phone (`admin.mobileTaken`), and a form of an older version, saying what changed.
 */
export async function changeUser(asking: Actor, input: UpdateUser): Promise<AdminCard> {
  needMay(asking, "changeAdmin");
  const { adminId, userName, password } = input;
  const newRights = rightsOf(input);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const change = async (actor: Actor): Promise<AdminCard> => {
    const before = await userToChange(actor, "changeAdmin", adminId);
    // Refused before it is compared: the answer to a number does not say whether it is the stored one.
    if (input.mobile !== undefined) needMay(actor, "changePhone");
    const mobile = input.mobile === before.mobile ? undefined : input.mobile;
    if (passwordHash) needMay(actor, "changePassword");
    if (input.version !== undefined && input.version !== before.version)
      throw await changedSince(actor, before, input.version);
    await needGrantable(actor, newRights, before.clientId);
    await needFreeUserName(userName, adminId);
    await needFreeMobile(mobile, adminId);
    await rows(
      sql`update admins set name = case when name = user_name then ${userName} else name end, user_name = ${userName},
         password_hash = coalesce(${passwordHash}, password_hash), mobile = coalesce(${mobile ?? null}, mobile),
         mobile_proved_at = case when ${mobile ?? null}::text is null then mobile_proved_at else ${provedByEntry(actor)}::timestamptz end,
         mobile_emptied = case when ${mobile ?? null}::text is null then mobile_emptied end,
         admin_role = ${newRights.adminRole}, role_id = ${newRights.roleId ?? null}, client_id = ${newRights.clientId ?? null}, version = version + 1, updated_at = ${now()}
       where id = ${adminId}`,
    );
    await needASuperAdmin();
    const after = await adminCard(adminId);
    const changes = changesBetween(userFields(before), userFields(after), recordedFields);
    const changed = [...changes.changed, ...(passwordHash ? ["password"] : [])];
    await record(actor, {
      subject: "admin",
      id: adminId,
      event: changedEvent,
      from: before.adminRole,
      to: after.adminRole,
      data: { version: after.version, ...changes, changed },
    });
    if (changed.some((name) => rights.includes(name))) await rightsChanged(adminId);
    else if (passwordHash) await endSessionsOf("admin", adminId);
    return shownTo(actor, after);
  };
  return limitTaken(asking, () => inTurn(asking, change));
}

/** Enable or disable a user; disabling ends all of their sessions. To what it is, nothing is changed. */
export const setAdminActive = (
  asking: Actor,
  { adminId, isActive }: { adminId: string; isActive: boolean },
): Promise<Switched> =>
  inTurn(asking, async (actor) => {
    const before = await userToChange(actor, "setActive", adminId);
    if (before.isActive === isActive) return { isActive, changed: false };
    await rows(
      sql`update admins set is_active = ${isActive}, version = version + 1, updated_at = ${now()} where id = ${adminId}`,
    );
    if (!isActive) await needASuperAdmin();
    await record(actor, {
      subject: "admin",
      id: adminId,
      event: isActive ? "admin.enabled" : "admin.disabled",
      from: activity(before.isActive),
      to: activity(isActive),
    });
    await endSessionsOf("admin", adminId, "shut_out");
    return { isActive, changed: true };
  });

/**
 * Switches every user off, for a copy of the database that was brought back: some were switched off, deleted or had a
 * right taken away after it was made. A statement like those that end every sign-in.
 */
export const switchOffEveryAdmin = sql`
  update admins set is_active = false, version = version + 1, updated_at = now()
   where is_active and deleted_at is null returning id`;

/** Delete a user (R357), whose sessions end; the user name is free again, and what they did keeps their name. */
export const removeUser = (asking: Actor, { adminId }: { adminId: string }): Promise<void> =>
  inTurn(asking, async (actor) => {
    const before = await userToChange(actor, "removeAdmin", adminId);
    const at = now();
    await rows(sql`update admins set is_active = false, deleted_at = ${at}, updated_at = ${at} where id = ${adminId}`);
    await needASuperAdmin();
    await record(actor, { subject: "admin", id: adminId, event: "admin.deleted", from: before.adminRole });
    await endSessionsOf("admin", adminId, "gone");
  });

/** Change an admin's role and end all of their sessions. */
export const setAdminRole = (asking: Actor, { adminId, roleId }: { adminId: string; roleId: string }): Promise<void> =>
  inTurn(asking, async (actor) => {
    const before = await userToChange(actor, "changeAdmin", adminId);
    await needGrantable(actor, { adminRole: "ROLE", roleId });
    await rows(
      sql`update admins set admin_role = 'ROLE', role_id = ${roleId}, client_id = null, version = version + 1, updated_at = ${now()}
        where id = ${adminId}`,
    );
    await needASuperAdmin();
    await record(actor, {
      subject: "admin",
      id: adminId,
      event: "admin.roleChanged",
      from: before.role?.id ?? before.adminRole,
      to: roleId,
    });
    await rightsChanged(adminId);
  });

/** A user for those who keep users; the phone is a SUPER_ADMIN's to see. Refuses an unknown one (`admin.notFound`). */
export async function getUser(actor: Actor, adminId: string): Promise<AdminCard> {
  needMay(actor, "changeAdmin");
  return shownTo(actor, await adminCard(adminId));
}

/** The user a form is filled with; refuses as its change would. */
export const userToEdit = async (actor: Actor, adminId: string): Promise<AdminCard> =>
  shownTo(actor, await userToChange(actor, "changeAdmin", adminId));

/** What an actor may do with a user: nothing with themselves, nor with one who holds what they lack. */
export const mayWith = (
  actor: Actor,
  user: Pick<AdminCard, "id" | "adminRole" | "role">,
): { change: boolean; setActive: boolean; remove: boolean } => {
  const within = !isOneself(actor, user.id) && isWithin(actor, user);
  return {
    change: within && may(actor, "changeAdmin"),
    setActive: within && may(actor, "setActive"),
    remove: within && may(actor, "removeAdmin"),
  };
};

const isOneself = (actor: Actor, adminId: string) => actor.kind === "admin" && actor.adminId === adminId;

const isWithin = (actor: Actor, { adminRole, role }: Pick<AdminCard, "adminRole" | "role">) =>
  adminRole === superAdmin ? may(actor, "keepSuperAdmins") : may(actor, "grant", role?.permissions ?? []);

/** The user an act is about; refuses an unknown one, oneself, and one with rights the actor lacks. */
async function userToChange(actor: Actor, act: AdminAct, adminId: string): Promise<AdminCard> {
  needMay(actor, act);
  const user = await adminCard(adminId);
  if (isOneself(actor, adminId)) throw denied("user.own");
  if (!isWithin(actor, user)) throw denied("role.more");
  return user;
}

/** Refuses a change that leaves no SUPER_ADMIN who can sign in. */
async function needASuperAdmin() {
  if (!(await row(sql`select 1 from admins where ${superAdmins} limit 1`))) throw conflict("admin.lastSuperAdmin");
}

async function needFreeUserName(userName: string, but: string) {
  const taken = await row(
    sql`select 1 from admins where lower(user_name) = lower(${userName}) and deleted_at is null and id <> ${but}`,
  );
  if (taken) throw conflict("admin.userNameTaken");
}

const changedEvent = "admin.changed";
const rights: readonly string[] = ["role", "clientId"];

/** A user as the fields of its form. */
export const userFields = ({ userName, mobile, role, adminRole, clientId }: AdminCard) => ({
  userName,
  mobile,
  clientId,
  role: adminRole === superAdmin ? superAdmin : (role?.id ?? null),
});

/** The values the history keeps; of the phone only that it changed. */
const recordedFields = (state: FieldValues) => only(["userName", "role", "clientId"], state);

const activity = (isActive: boolean) => (isActive ? "ACTIVE" : "IN_ACTIVE");

const names: Record<string, MessageKey> = {
  userName: "user.userName",
  mobile: "common.mobileNumberTitle",
  role: "user.role",
  clientId: "common.client",
  password: "admin.password",
};

const changedSince = (actor: Actor, user: AdminCard, sent: number) =>
  changedMeanwhile(actor, {
    subject: "admin",
    id: user.id,
    event: changedEvent,
    sent,
    version: user.version,
    now: userFields(shownTo(actor, user)),
    names,
  });

/** A user without what an actor may not read. */
const shownTo = (actor: Actor, user: AdminCard): AdminCard =>
  may(actor, "seePhones") ? user : { ...user, mobile: user.mobile && "*****" };
