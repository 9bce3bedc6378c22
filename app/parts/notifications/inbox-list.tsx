import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Chip } from "#app/ui/base/chip.tsx";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Paging } from "#app/ui/list/paging.tsx";
import { showDateTime } from "#modules/kernel/clock.ts";
import type { MessageKey } from "#modules/messages/index.ts";
import type { InboxEntry } from "#modules/notifications/shared.ts";

type InboxListProps = {
  page: { rows: readonly InboxEntry[]; next: string | null; previous: string | null };
  /** What an empty inbox says. */
  hint: MessageKey;
  /** Where its reader may go from there. */
  children?: ReactNode;
};

/** The entries of an inbox, newest first, with the way to older ones. What they say is text, never markup. */
export function InboxList({ page: { rows, next, previous }, hint, children }: InboxListProps) {
  const say = useSay();
  const locale = useLocale();
  return (
    <>
      {rows.length === 0 && (
        <EmptyState icon="bell" title={say("inbox.none")}>
          <p className="text-soft">{say(hint)}</p>
          {children}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="grid gap-3">
          {rows.map(({ id, at, title, description, isNew, link }) => (
            <li key={id} className="card min-w-0 wrap-break-word">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h2 className="min-w-0 text-lg">
                  {title} {isNew && <Chip tone="info">{say("common.new")}</Chip>}
                </h2>
                <time className="text-soft text-sm" dateTime={new Date(at).toISOString()}>
                  {showDateTime(at, locale)}
                </time>
              </div>
              <p className="whitespace-pre-line">{description}</p>
              {link && (
                <p className="mt-3">
                  <ButtonLink tone="quiet" to={link}>
                    {say("common.payments")}
                  </ButtonLink>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <Paging next={next} previous={previous} />
    </>
  );
}
