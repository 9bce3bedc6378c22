import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import type { MessageKey } from "#modules/kernel/messages/index.ts";

/**
 * A clientAction for pages with dialogs: when the server cannot be reached or breaks, the form answers a sentence like
 * any refusal, so that the dialog stays open with what was typed and its button is free again (Q80, R171).
 */
export const keptOpen =
  (sentences: Record<string, MessageKey> = {}) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const intent = String((await request.clone().formData()).get("intent") ?? "");
    try {
      return await serverAction();
    } catch (error) {
      if (error instanceof Response) throw error;
      const problem: MessageKey = sentences[intent] ?? "error.unexpected";
      return { intent, problem, unreachable: true };
    }
  };

/**
 * The shouldRevalidate of every route around such a page: after a refusal it is read again, because what was refused
 * looks different now; not while the server cannot be reached, or its error page would stand in the page's place.
 */
export const unlessUnreachable: ShouldRevalidateFunction = ({ actionResult }) =>
  !(actionResult as { unreachable?: boolean } | undefined)?.unreachable;
