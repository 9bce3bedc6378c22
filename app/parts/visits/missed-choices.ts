import { showVisit } from "#app/parts/tickets/words.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { showDate, showDateTime, showTime } from "#modules/kernel/clock.ts";
import { rupees } from "#modules/kernel/money.ts";
import type { NobodyCameView } from "#modules/tickets/index.ts";

type Missed = Pick<NobodyCameView, "waitsUntil" | "freeAt" | "centers" | "answerBy" | "feePaise" | "backBy"> & {
  technician: { name: string } | null;
};

/** The four choices of a customer to whom nobody came, each with its clock. */
export function useMissedChoices({ technician, waitsUntil, freeAt, centers, answerBy, feePaise, backBy }: Missed) {
  const say = useSay();
  const locale = useLocale();
  const others = Math.max(0, centers - 1);
  const paid = feePaise > 0;
  const otherHint = () => {
    if (others === 0) return say(paid ? "missed.otherNone" : "missed.otherNoneFree");
    if (!paid) return say("missed.otherFree");
    return say("missed.otherHint", { n: others, count: others, time: showDateTime(answerBy, locale) });
  };
  return [
    {
      value: "wait",
      label: technician ? say("missed.waitFor", { technician: technician.name }) : say("missed.wait"),
      hint: say("missed.waitHint", { time: showTime(waitsUntil, locale) }),
    },
    {
      value: "move",
      label: say("missed.move"),
      hint: freeAt ? say("missed.moveHint", { time: showVisit(freeAt, locale) }) : say("missed.moveNone"),
    },
    { value: "other_center", label: say("missed.other"), hint: otherHint() },
    {
      value: "end",
      label: paid ? say("paymentDesk.back", { amount: rupees(feePaise) }) : say("missed.endFree"),
      hint: paid ? say("missed.endHint", { date: showDate(backBy, locale) }) : say("missed.endFreeHint"),
    },
  ];
}
