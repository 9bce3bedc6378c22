import { type Actor, holdsAll } from "./actor.ts";
import { withoutContacts } from "./mask.ts";

/*
 * Names of centers, technicians, onboarders and clients (fixed point 16). Whoever registers one may write a phone or an
 * e-mail address into it, so such a name leaves the database through `nameFor` and is searched through `searchInNames`
 * (lists/search-names.server.ts).
 */

/** Whether an actor reads phones and e-mail addresses wherever they are written: a SUPER_ADMIN and the command line. */
export const seesContacts = holdsAll;

/** A name as an actor reads it: whole, or without the phones and e-mail addresses in it. */
export function nameFor<Name extends string | null>(actor: Actor, name: Name): Name {
  return (name && !seesContacts(actor) ? withoutContacts(name) : name) as Name;
}

/** A center's name as an actor reads it; its own is whole to the center. */
export const centerNameFor = <Name extends string | null>(actor: Actor, centerId: string | null, name: Name): Name =>
  actor.kind === "center" && actor.centerId === centerId ? name : nameFor(actor, name);

/** In the order of the names as the actor reads them: the order of the stored ones would give away what is masked. */
export const byShownName = <Row>(shown: readonly Row[], nameOf: (row: Row) => string): Row[] =>
  [...shown].sort((one, other) => nameOf(one).localeCompare(nameOf(other), "en"));
