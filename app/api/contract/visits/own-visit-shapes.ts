import { z } from "zod";
import { toRupees } from "#modules/kernel/money.ts";
import { say } from "#modules/messages/index.ts";
import type { ChoicesForCustomer, OwnChoices } from "#modules/tickets/index.ts";
import { moment } from "../../line/answer.ts";
import { VisitDayShape, visitDay } from "../../shapes/service.ts";
import { PhoneShape, phoneOf } from "../../shapes/wire-parts.ts";

/** What a customer may do with an own request, and by which terms; null for what is not possible now. */
export const OwnChoicesShape = z.strictObject({
  cancel: z
    .strictObject({
      rule_id: z.string().describe("Sent with the cancellation: it is refused where another rule holds by then"),
      fee: z.number().describe("The paid fee in rupees; sent with the cancellation, too"),
      fee_back: z.number(),
      all_back_until: moment.nullable(),
    })
    .nullable(),
  undo_until: moment.nullable(),
  change_time: z
    .strictObject({
      changes_left: z.number(),
      possible_until: moment.nullable(),
      center_answers: z.boolean().describe("Whether its center is asked, and by when it answers"),
      answer_by: moment,
      days: z.array(VisitDayShape),
      version: z.number(),
    })
    .nullable(),
  why_not_change: z.string().nullable(),
  nobody_came: z
    .strictObject({
      promised_until: moment,
      wait_until: moment,
      next_free: moment.nullable(),
      other_centers: z.number(),
      other_center_by: moment,
      fee_back: z.number(),
    })
    .nullable(),
  proposals: z.array(
    z.strictObject({
      _id: z.string(),
      center_name: z.string(),
      choose_until: moment,
      windows: z.array(z.strictObject({ from: moment, until: moment })),
    }),
  ),
  place: z
    .strictObject({
      house_number: z.string().nullable(),
      locality: z.string().nullable(),
      alternate_phone: PhoneShape.nullable(),
      version: z.number(),
    })
    .nullable(),
  can_write_note: z.boolean(),
});

/** What an operator may do on a customer's word; null for what is not possible now. */
export const ChoicesForCustomerShape = OwnChoicesShape.pick({
  cancel: true,
  undo_until: true,
  nobody_came: true,
}).extend({
  agree_time: z.strictObject({ days: z.array(VisitDayShape), version: z.number() }).nullable(),
});

export const choicesForCustomerOf = (choices: ChoicesForCustomer): z.input<typeof ChoicesForCustomerShape> => ({
  cancel: cancelOf(choices),
  undo_until: choices.undoUntil,
  nobody_came: nobodyCameOf(choices),
  agree_time: choices.times && { days: choices.times.days.map(visitDay), version: choices.times.version },
});

export const ownChoicesOf = (choices: OwnChoices): z.input<typeof OwnChoicesShape> => ({
  cancel: cancelOf(choices),
  undo_until: choices.undoUntil,
  change_time: "against" in choices.changeTime ? null : timeChangeOf(choices.changeTime),
  why_not_change: "against" in choices.changeTime ? say(choices.changeTime.against) : null,
  nobody_came: nobodyCameOf(choices),
  proposals: choices.proposals.map(({ id, center, until, windows }) => ({
    _id: id,
    center_name: center,
    choose_until: until,
    windows: windows.map(({ from, until: end }) => ({ from, until: end })),
  })),
  place: choices.place && {
    house_number: choices.place.houseNumber,
    locality: choices.place.locality,
    alternate_phone: choices.place.alternatePhone ? phoneOf(choices.place.alternatePhone) : null,
    version: choices.place.version,
  },
  can_write_note: choices.note,
});

const cancelOf = ({ cancel }: Pick<OwnChoices, "cancel">) =>
  cancel && {
    rule_id: cancel.rule.id,
    fee: toRupees(cancel.feePaise),
    fee_back: toRupees(cancel.feeBackPaise),
    all_back_until: cancel.freeUntil,
  };

const nobodyCameOf = ({ nobodyCame }: Pick<OwnChoices, "nobodyCame">) =>
  nobodyCame && {
    promised_until: nobodyCame.since,
    wait_until: nobodyCame.waitsUntil,
    next_free: nobodyCame.freeAt,
    other_centers: Math.max(0, nobodyCame.centers - 1),
    other_center_by: nobodyCame.answerBy,
    fee_back: toRupees(nobodyCame.feePaise),
  };

const timeChangeOf = (change: Exclude<OwnChoices["changeTime"], { against: unknown }>) => ({
  changes_left: change.left,
  possible_until: change.until,
  center_answers: change.asksCenter,
  answer_by: change.answerUntil,
  days: change.days.map(visitDay),
  version: change.version,
});
