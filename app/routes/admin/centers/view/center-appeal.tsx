import { Button } from "#app/ui/base/button.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { Section } from "#app/ui/detail/section.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import type { OpenAppeal } from "#modules/centers/index.ts";
import { showDateTime } from "#modules/kernel/clock.ts";

type CenterAppealProps = { appeal: OpenAppeal; centerId: string; name: string; mayAnswer: boolean };

/** What a center wrote when it asked for another look; enabling it closes this, and so does an answer. */
export function CenterAppeal({ appeal: { message, createdAt }, centerId, name, mayAnswer }: CenterAppealProps) {
  const say = useSay();
  const locale = useLocale();
  return (
    <Section title={say("common.reviewRequested")}>
      <div className="note note-warm grid gap-2" data-appeal="">
        <p className="text-sm text-soft">
          {say("centers.appeal.by", { name, date: showDateTime(new Date(createdAt), locale) })}
        </p>
        <p className="whitespace-pre-line break-words">{message}</p>
        {mayAnswer && (
          <Form intent="answered" className="grid gap-2" preventScrollReset>
            <ErrorSummary intent="answered" />
            <input type="hidden" name="centerId" value={centerId} />
            <p className="text-sm">{say("centers.appeal.hint")}</p>
            <p>
              <Button tone="quiet" small>
                {say("centers.appeal.answered")}
              </Button>
            </p>
          </Form>
        )}
      </div>
    </Section>
  );
}
