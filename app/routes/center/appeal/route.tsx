import { useLoaderData } from "@remix-run/react";
import { centerActions, centerPage } from "#app/http/doors/page.server.ts";
import { formLimit } from "#app/http/doors/use-limit.server.ts";
import { AppealField } from "#app/parts/centers/appeal-field.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Card, Note } from "#app/ui/base/card.tsx";
import type { Handle } from "#app/ui/base/handle.ts";
import { useLocale } from "#app/ui/base/locale.ts";
import { useSay } from "#app/ui/base/say.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { appeal, ownState } from "#modules/centers/index.ts";
import { Appeal } from "#modules/centers/shared.ts";
import { showDateTime } from "#modules/kernel/clock.ts";

export const handle = { title: "center.appeal.title" } satisfies Handle;

export const loader = centerPage({ can: "desk" }, ownState);

export const action = centerActions({
  send: {
    can: "desk",
    limit: formLimit,
    input: Appeal,
    run: appeal,
    once: "in its transaction",
    say: "center.appeal.sent",
    to: "/center-appeal",
  },
});

/** A center that gets no requests asks the operators to look at that again, and sees that its message is there. */
export default function CenterAppeal() {
  const { restricted, appeal: open } = useLoaderData<typeof loader>();
  const say = useSay();
  const locale = useLocale();
  return (
    <div className="max-w-2xl">
      <h1 className="mb-2">{say("center.appeal.title")}</h1>
      <ErrorSummary />
      {open ? (
        <Note>
          <p className="font-semibold">
            {say("center.appeal.waiting", { date: showDateTime(new Date(open.createdAt), locale) })}
          </p>
          <p className="mt-2 whitespace-pre-line break-words">{open.message}</p>
        </Note>
      ) : restricted ? (
        <Card stack>
          <p className="text-soft">{say("center.appeal.lead")}</p>
          <Form schema={Appeal} intent="send" className="grid gap-4" guarded>
            <AppealField />
            <p>
              <Button>{say("center.appeal.send")}</Button>
            </p>
          </Form>
        </Card>
      ) : (
        <p className="text-soft">{say("center.appeal.notNeeded")}</p>
      )}
    </div>
  );
}

export { ErrorBoundary } from "#app/ui/shell/page-error.tsx";
