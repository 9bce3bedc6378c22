import type { ReactNode } from "react";
import type { MessageKey } from "#modules/messages/index.ts";
import { ButtonLink } from "../base/button.tsx";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";

/**
 * What a console shows when the server is not reached or fails (app/exchange/put-failure.ts): at a form's top, with what
 * was typed; in place of a page, with the frame's `around` it.
 */
export function Failures({ around = (page) => page }: { around?: (page: ReactNode) => ReactNode }) {
  return (
    <>
      <FormFailure name="unreached" problem="offline.kept" />
      <FormFailure name="failed" problem="error.unexpected" />
      <template data-failure="unreached-page">{around(<Unreached />)}</template>
    </>
  );
}

function FormFailure({ name, problem }: { name: string; problem: MessageKey }) {
  const say = useSay();
  return (
    <template data-failure={name} data-prefix={say("error.prefix")}>
      <div data-error-summary="" tabIndex={-1} role="alert" className="problem" aria-labelledby="problem-title">
        <h2 id="problem-title" className="mb-1">
          {say("error.summary")}
        </h2>
        <p data-failed-act="" hidden />
        <p data-reason="">{say(problem)}</p>
      </div>
    </template>
  );
}

/** A page that was not reached, because there is no connection; it is shown as soon as there is one. */
function Unreached() {
  const say = useSay();
  const { name } = useSite();
  const title = say("offline.title");
  return (
    <div
      className="max-w-xl py-8 md:py-14"
      role="status"
      data-enhance="unreached"
      data-title={[title, name].filter(Boolean).join(" – ")}
    >
      <h1 className="mb-4">{title}</h1>
      <p className="mb-8 text-soft">{say("offline.body")}</p>
      <ButtonLink to="" reload>
        {say("error.again")}
      </ButtonLink>
    </div>
  );
}
