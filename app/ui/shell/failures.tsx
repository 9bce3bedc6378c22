import type { ReactNode } from "react";
import type { MessageKey } from "#modules/messages/index.ts";
import { ButtonLink } from "../base/button.tsx";
import { problemLook } from "../base/problem-look.ts";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";

/** What a frame puts around a page. */
type Around = { around: (page: ReactNode) => ReactNode };

/**
 * What a console shows when the server is not reached or fails (app/exchange/put-failure.ts): at a form's top, with what
 * was typed; in place of a page, with the frame's `around` it.
 */
export function Failures({ around = (page) => page }: Partial<Around>) {
  return (
    <>
      <FormFailure name="unreached" problem="offline.kept" />
      <FormFailure name="failed" problem="error.unexpected" />
      <PageFailure name="unreached-page" title="offline.title" body="offline.body" waits around={around} />
      <PageFailure name="failed-page" title="error.unexpected.title" body="error.unexpected.body" around={around} />
    </>
  );
}

function FormFailure({ name, problem }: { name: string; problem: MessageKey }) {
  const say = useSay();
  return (
    <template data-failure={name} data-prefix={say("error.prefix")}>
      <div
        data-error-summary=""
        tabIndex={-1}
        role="alert"
        className={`mb-6 ${problemLook}`}
        aria-labelledby="problem-title"
      >
        <h2 id="problem-title" className="mb-1">
          {say("error.summary")}
        </h2>
        <p data-failed-act="" hidden />
        <p>{say(problem)}</p>
      </div>
    </template>
  );
}

type PageFailureProps = {
  name: string;
  title: MessageKey;
  body: MessageKey;
  /** Whether it is shown as soon as the server answers. */
  waits?: boolean;
};

/** What stands in place of a page: what is wrong, and the page once more. */
function PageFailure({ name, title, body, waits = false, around }: PageFailureProps & Around) {
  const say = useSay();
  const { name: product } = useSite();
  return (
    <template data-failure={name}>
      {around(
        <div
          className="max-w-xl py-8 md:py-14"
          role="status"
          data-enhance={waits ? "unreached" : undefined}
          data-title={[say(title), product].filter(Boolean).join(" – ")}
        >
          <h1 className="mb-4">{say(title)}</h1>
          <p className="mb-8 text-soft">{say(body)}</p>
          <ButtonLink to="" reload>
            {say("error.again")}
          </ButtonLink>
        </div>,
      )}
    </template>
  );
}
