import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";
import { isMessageKey, type MessageKey, type MessageParams } from "#modules/messages/index.ts";
import { ButtonLink } from "../base/button.tsx";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";

const titles: Record<number, MessageKey> = {
  401: "error.denied.title",
  403: "error.denied.title",
  404: "error.notFound.title",
  409: "error.conflict.title",
  422: "error.invalid.title",
  429: "error.busy.title",
  503: "error.unavailable.title",
};

/** The title of a page that shows this error. */
export function titleOfError(error: unknown): MessageKey {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return titles[status] ?? "error.unexpected.title";
}

/** The start page of the console around an error. */
export const HomeOf = createContext("/");

/**
 * R232, R318: what went wrong, and one next action, which leads to `home` where nothing can be tried again; `failed` is what a page of
 * its own words says when the server fails.
 */
export function PageProblemView({ home, failed }: { home?: string; failed?: MessageKey }) {
  const say = useSay();
  const { here } = useSite();
  const start = useContext(HomeOf);
  const error = useRouteError();
  const { status, problem, params, requestId } = describe(error, failed);
  const again = status === 409 || status === 429 || status >= 500;
  return (
    <div className="max-w-xl py-8 md:py-14">
      <p className="mb-2 text-sm font-semibold text-soft">{status}</p>
      <h1 className="mb-4">{say(titleOfError(error))}</h1>
      <p className="mb-8 text-soft">{say(problem, params)}</p>
      <ButtonLink to={again ? here : (home ?? start)} reload>
        {say(again ? "error.again" : "error.home")}
      </ButtonLink>
      {requestId && status >= 500 && (
        <p className="mt-6 text-sm text-soft">{say("error.reference", { id: requestId })}</p>
      )}
    </div>
  );
}

/** What a console's frame puts around an error of a page that brings its own head, which is then missing. */
export const AroundError = createContext(({ children }: { children: ReactNode }) => children);

/** The error page of consoles: `export { ErrorBoundary } from "./page-error.tsx"` keeps the drawer around the error. */
export const ErrorBoundary = () => <ConsoleProblem />;

/** The same with what the page says in its own words when the server fails. */
export function ConsoleProblem({ failed }: { failed?: MessageKey }) {
  const Around = useContext(AroundError);
  return (
    <Around>
      <PageProblemView {...(failed && { failed })} />
    </Around>
  );
}

function describe(
  error: unknown,
  failed: MessageKey = "error.unexpected.body",
): { status: number; problem: MessageKey; params?: MessageParams; requestId?: string } {
  if (!isRouteErrorResponse(error)) return { status: 500, problem: failed };
  const known = (error.data ?? {}) as { problem?: string; params?: MessageParams; requestId?: string };
  const fallback = error.status === 404 ? "error.notFound.body" : failed;
  const own =
    known.problem && isMessageKey(known.problem) && known.problem !== "error.notFound" ? known.problem : fallback;
  return { ...known, status: error.status, problem: own };
}
