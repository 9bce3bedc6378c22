import { type Actor, audienceOf, isClient, isSuperAdmin } from "#modules/kernel/actor.ts";
import { firstName } from "#modules/kernel/first-name.ts";
import { maskPublic, maskStars, withoutContacts } from "#modules/kernel/mask.ts";
import type { Ticket } from "./ticket.entity.ts";
import { longOver } from "./track-access.ts";

type Maybe = (text: string | null) => string | null;

/** How an audience sees each kind of text a person wrote into a request; null where nothing of it is shown. */
export type Reading = {
  name: (name: string) => string;
  phone: (phone: string) => string;
  email: Maybe;
  /** House and street, start and end of a ride. */
  place: Maybe;
  /** The part of town. */
  locality: Maybe;
  city: Maybe;
  /** Requirement, remarks, reasons. */
  words: Maybe;
  /** Short texts that every audience needs: who created it, an offer's code, a technician's name. */
  note: Maybe;
  /** The reference of an online payment. */
  reference: Maybe;
  /** What the house notes for itself: remarks on a request or about a center, and who wrote or approved. */
  house: Maybe;
};

const nothing: Maybe = () => null;
const whole: Maybe = (text) => text;
const clean: Maybe = (text) => text && withoutContacts(text);

/** A reference by its end, as who has it knows it again: `…4321`. */
export const lastFour = (reference: string) => `…${reference.slice(-4)}`;
const ending: Maybe = (reference) => reference && lastFour(reference);

/**
 * The audiences of a request (fixed point 16, H3, H14). Every text a person wrote passes through one of these before it
 * leaves the server, so that a reader who may not see the phone finds no phone or e-mail address in any text.
 */
export const readings = {
  /** A SUPER_ADMIN and the system. */
  everything: {
    name: (name) => name,
    phone: (phone) => phone,
    email: whole,
    place: whole,
    locality: whole,
    city: whole,
    words: whole,
    note: whole,
    reference: whole,
    house: whole,
  },
  /** The customer, and the center and technician doing the work. */
  whole: {
    name: (name) => name,
    phone: (phone) => phone,
    email: whole,
    place: whole,
    locality: whole,
    city: whole,
    words: whole,
    note: whole,
    reference: whole,
    house: nothing,
  },
  /** Other admins: everything except how to reach people (R226, Q16, Q31). */
  office: {
    name: withoutContacts,
    phone: maskStars,
    email: (email) => email && maskStars(),
    place: clean,
    locality: clean,
    city: clean,
    words: clean,
    note: clean,
    reference: whole,
    house: clean,
  },
  /** A client's admins and its API keys: its own requests as operators read them, without the operators' remarks. */
  client: {
    name: withoutContacts,
    phone: maskStars,
    email: (email) => email && maskStars(),
    place: clean,
    locality: clean,
    city: clean,
    words: clean,
    note: clean,
    reference: ending,
    house: nothing,
  },
  /** A center before it has the request: the job and roughly where it is. */
  offered: {
    name: () => "",
    phone: maskStars,
    email: nothing,
    place: nothing,
    locality: clean,
    city: nothing,
    words: clean,
    note: nothing,
    reference: nothing,
    house: nothing,
  },
  /** A holder of the link. */
  link: {
    name: firstName,
    phone: maskPublic,
    email: nothing,
    place: nothing,
    locality: nothing,
    city: nothing,
    words: clean,
    note: clean,
    reference: ending,
    house: nothing,
  },
  /** The center and technician 30 days after the end. */
  over: {
    name: firstName,
    phone: maskStars,
    email: nothing,
    place: nothing,
    locality: nothing,
    city: clean,
    words: nothing,
    note: clean,
    reference: ending,
    house: nothing,
  },
} as const satisfies Record<string, Reading>;

/** The audience of an actor who may see a request. */
export function readingOf(actor: Actor, ended: Pick<Ticket, "closedAt" | "cancelledAt">): Reading {
  if (isClient(actor)) return readings.client;
  if (hidesContacts(actor)) return readings.office;
  if (audienceOf(actor) === "house") return readings.everything;
  // Names and places are hidden from centers and technicians 30 days after the end, but never from admins.
  if ((actor.kind === "center" || actor.kind === "technician") && longOver(ended)) return readings.over;
  return readings.whole;
}

/**
 * A row with only the columns an audience may read; every other one is null, a column added later too. What hides a
 * column this way must allow for null.
 */
export const onlyOf = <Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, (names as readonly string[]).includes(name) ? value : null]),
  ) as Pick<Row, Name> & Record<Exclude<keyof Row, Name>, null>;

/** Whether an actor reads the operator's internal fields: its remarks, its fees and its share. */
export const readsHouse = (actor: Actor) => audienceOf(actor) === "house";

/** Whether an actor sees phones as stars everywhere. */
export const hidesContacts = (actor: Actor) => actor.kind === "admin" && !isSuperAdmin(actor);

/** Whether an actor sees phones where others see stars or nothing. */
export const seesPhones = (actor: Actor) => !hidesContacts(actor);
