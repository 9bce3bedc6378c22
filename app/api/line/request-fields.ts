import { z } from "zod";
import {
  type FormFieldName,
  formFieldOf,
  type TextName,
  type Texts,
  textNames,
  wireOf,
} from "#modules/tickets/shared.ts";

/** The names in a call's input of declared fields of a request's forms. */
export const fieldWires = (...names: readonly FormFieldName[]) =>
  Object.fromEntries(names.flatMap((name) => (formFieldOf(name).wire ?? []).map((path) => [path, name])));

/*
 * The declared texts of a request on the wire. A group is what a path begins with, `address_details`; the texts beside
 * the groups are those of "".
 */

const textsIn = (group: string): [path: string, last: string, name: TextName][] =>
  textNames.flatMap((name) => {
    const path = wireOf(name) ?? ".";
    const end = path.lastIndexOf(".");
    return path.slice(0, Math.max(end, 0)) === group && path !== "." ? [[path, path.slice(end + 1), name]] : [];
  });

/** The names in a call's input of the texts of a group. */
export const textWires = (group: string) => Object.fromEntries(textsIn(group).map(([path, , name]) => [path, name]));

/** The shape of the texts of a group in an answer. */
export const textShapes = (group: string) =>
  Object.fromEntries(textsIn(group).map(([, last]) => [last, z.string().nullable()]));

/** The texts of a group as an answer has them. */
export const textAnswers = (group: string, texts: Texts) =>
  Object.fromEntries(textsIn(group).map(([, last, name]) => [last, texts[name]]));
