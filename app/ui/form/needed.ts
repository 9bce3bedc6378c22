import type { Needs } from "./needed-island.ts";

/** The attributes of a part of a form that is there only for some choices; a fieldset is not sent without them. */
export const needs = (choices: Needs) => ({ "data-needs": JSON.stringify(choices), "data-holds": "hidden disabled" });
