import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { StatusMark } from "#app/ui/desk/status-mark.tsx";
import { showDayTime } from "#modules/kernel/clock.ts";

type FromCustomerProps = {
  /** Whether the customer wants another time, and no center has answered. */
  wantsOtherTime: boolean;
  /** When the customer last wrote something. */
  noteAt: Date | null;
  className?: string;
};

/** What a customer wants of a listed request: another time, or what stands in a note. */
export function FromCustomer({ wantsOtherTime, noteAt, className }: FromCustomerProps) {
  const say = useSay();
  const locale = useLocale();
  if (!wantsOtherTime && !noteAt) return null;
  return (
    <span className={className}>
      {wantsOtherTime && <StatusMark look="pending">{say("center.ticket.otherTime")}</StatusMark>}
      {noteAt && (
        <small className="block text-soft">{say("lists.customerNote", { time: showDayTime(noteAt, locale) })}</small>
      )}
    </span>
  );
}
