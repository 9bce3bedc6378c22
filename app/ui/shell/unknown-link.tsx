import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { useSay } from "#app/ui/base/say.tsx";
import type { MessageKey } from "#modules/messages/index.ts";
import { PageProblemView } from "./page-error.tsx";

type UnknownLinkProps = { title: MessageKey; hint: MessageKey; home?: string };

/** The problem of a page that a link in a message opens: an unknown link says so and leads on; `home` as in any other. */
export function UnknownLink({ title, hint, home }: UnknownLinkProps) {
  const error = useRouteError();
  const say = useSay();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageProblemView {...(home && { home })} />;
  return (
    <div className="max-w-xl py-8 md:py-14">
      <h1 className="mb-4">{say(title)}</h1>
      <p className="mb-8 text-soft">{say(hint)}</p>
      <ButtonLink to="/booking" tone="quiet" reload>
        {say("common.bookAService")}
      </ButtonLink>
    </div>
  );
}
