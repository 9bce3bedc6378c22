import { z } from "zod";
import { callLimit, reads } from "#app/http/doors/use-limit.server.ts";
import { addDeskLogin, type DeskLoginRow, deskLogins, endDeskLogin } from "#modules/centers/index.ts";
import { AddDeskLogin, DeskLoginRef } from "#modules/centers/shared.ts";
import { moment } from "../../line/answer.ts";
import { type Contract, call } from "../../line/call.server.ts";
import { textRefusals } from "../../line/refusals.ts";
import { wire } from "../../line/wire.ts";

/* The people who log in at a center's desk: their owner's to list, to add and to end. */

const DeskLoginShape = z.strictObject({
  _id: z.string(),
  name: z.string(),
  mobile_number: z.string(),
  createdAt: moment,
  last_login: moment.nullable(),
  ends_unless_logged_in: moment.nullable().describe("Null once the person has logged in with an OTP to this number"),
});

const deskLogin = ({ id, name, phone, createdAt, signedInAt, endsAt }: DeskLoginRow) => ({
  _id: id,
  name,
  mobile_number: phone,
  createdAt,
  last_login: signedInAt,
  ends_unless_logged_in: endsAt,
});

export const deskLoginCalls = {
  "GET center/desk-logins": call({
    own: true,
    as: ["center"],
    limit: reads.own,
    summary: "The people who may log in at the center's desk, in the order they were added",
    input: wire({}, z.object({}), []),
    run: (owner) => deskLogins(owner),
    answer: z.array(DeskLoginShape),
    reply: (logins) => logins.map(deskLogin),
  }),
  "POST center/desk-logins": call({
    own: true,
    as: ["center"],
    limit: callLimit,
    summary:
      "Add a person to the center's desk, who logs in with this phone and does everything but what is the owner's",
    input: wire({ name: "name", mobile_number: "phone" }, AddDeskLogin, [...textRefusals, "form.phone"]),
    run: (owner, input) => addDeskLogin(owner, input),
    refuses: { 409: ["deskLogin.tooMany"], 422: ["deskLogin.phoneTaken"], 429: ["deskLogin.triesOver"] },
    answer: DeskLoginShape,
    reply: deskLogin,
    say: "deskLogin.added",
    once: "in its transaction",
  }),
  "DELETE center/desk-logins/{id}": call({
    own: true,
    as: ["center", "desk"],
    limit: callLimit,
    summary: "End a login of the center's desk, as its owner or as the person who has it, who is signed out at once",
    input: wire({ id: "loginId" }, DeskLoginRef, ["form.id"]),
    run: (actor, input) => endDeskLogin(actor, input),
    refuses: { 403: ["deskLogin.ownersAlone"], 404: ["deskLogin.notFound"] },
    answer: z.null(),
    reply: () => null,
    say: "deskLogin.ended",
    once: "in its transaction",
  }),
} satisfies Contract;
