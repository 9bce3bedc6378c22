import { type Actor, actorId } from "../actor.ts";
import { denied } from "../errors.ts";

/** The owner of background work, in the terms of the history; a client's key is an admin by the id of its family. */
export type Owner = { subject: "center" | "onboarder" | "admin"; id: string };

/** The owner of an actor's exports. */
export function ownerOf(actor: Actor): Owner {
  const id = actorId(actor);
  if (!id || (actor.kind !== "center" && actor.kind !== "onboarder" && actor.kind !== "admin")) throw denied();
  return { subject: actor.kind, id };
}

type FindOwners = Record<Owner["subject"], (id: string, deskLoginId?: string) => Promise<Actor>>;
let owners: FindOwners | undefined;

/** Register how an owner is loaded with their current rights; it must refuse one who lost access. */
export const declareOwners = (find: FindOwners) => {
  owners = find;
};

/** Load an owner with their current rights, or the person of a center's desk with theirs. */
export async function ownerNow({ subject, id }: Owner, deskLoginId?: string): Promise<Actor> {
  if (!owners) throw new Error("nobody said how owners are found");
  return owners[subject](id, deskLoginId);
}
