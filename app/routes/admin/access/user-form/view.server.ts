import { z } from "zod";
import type { Door } from "#app/http/request/door.server.ts";
import { clientOptions } from "#app/parts/clients/client-options.server.ts";
import type { Admin } from "#app/parts/lists/desk-list.server.ts";
import { may, rolesToGive, userFields, userToEdit } from "#modules/access/index.ts";
import { superAdmin } from "#modules/access/shared.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { idSaying } from "#modules/kernel/validation.ts";
import { say } from "#modules/messages/index.ts";

/** `edit`: the user to change; one that is not there answers 'Page not found !!!' (R361). */
export const UserQuery = z.object({ edit: idSaying("error.notFound").optional() });

/** The form of a user: empty, or filled with the one that is changed. */
export async function userFormView(admin: Admin, { edit }: z.output<typeof UserQuery>, door: Door) {
  const user = edit ? await edited(admin, edit) : null;
  const roles = (await rolesToGive(admin)).map(({ id, roleName }) => ({ value: id, label: roleName }));
  // A client that takes no more requests keeps its users.
  const clients = await clientOptions(admin, door, { chosen: user?.clientId });
  return {
    roles: may(admin, "keepSuperAdmins")
      ? [{ value: superAdmin, label: say("user.superAdmin", {}, door.locale) }, ...roles]
      : roles,
    clients,
    edited: user && { id: user.id, version: user.version },
    values: (user ? userFields(user) : {}) as Record<string, string | null>,
    /** Whether password and phone of another user are this admin's to set. */
    maySetSignIn: !user || (may(admin, "changePassword") && may(admin, "changePhone")),
  };
}

const edited = (admin: Admin, adminId: string) =>
  userToEdit(admin, adminId).catch((error) => {
    throw error instanceof DomainError && error.kind === "missing" ? missing("error.notFound") : error;
  });
