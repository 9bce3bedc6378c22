import { z } from "zod";
import type { Admin } from "#app/parts/lists/desk-list.server.ts";
import { may, needMay, roleToEdit } from "#modules/access/index.ts";
import { permissions } from "#modules/kernel/actor.ts";
import { DomainError, missing } from "#modules/kernel/errors.ts";
import { idSaying } from "#modules/kernel/validation.ts";

/** `edit`: the role to change; one that is not there answers 'Page not found !!!' (R352). */
export const RoleQuery = z.object({ edit: idSaying("error.notFound").optional() });

/** The form of a role: empty, or filled with the one that is changed. */
export async function roleFormView(admin: Admin, { edit }: z.output<typeof RoleQuery>) {
  const grantable = permissions.filter((permission) => may(admin, "grant", [permission]));
  if (edit) return { grantable, edited: await edited(admin, edit) };
  needMay(admin, "createRole");
  return { grantable, edited: null };
}

const edited = (admin: Admin, roleId: string) =>
  roleToEdit(admin, roleId).catch((error) => {
    throw error instanceof DomainError && error.kind === "missing" ? missing("error.notFound") : error;
  });
