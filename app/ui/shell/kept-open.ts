import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import type { MessageKey } from "#modules/messages/index.ts";

/**
 * A clientAction for pages with forms: when the server is not reached or fails, the form shows an error like any
 * refusal, so that it stays open with what was typed and can be sent again (Q80, R171, R323). `failures` holds the specified
 * sentence of failure by intent, which is shown before the reason.
 */
export const keepFormOpen =
  (failures: Record<string, MessageKey> = {}) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const intent = String((await request.clone().formData()).get("intent") ?? "");
    try {
      return await serverAction();
    } catch (error) {
      if (error instanceof Response) throw error;
      const problem: MessageKey = error instanceof TypeError ? "offline.kept" : "error.unexpected";
      return { intent, failed: failures[intent], problem, unreachable: true };
    }
  };

/**
 * The shouldRevalidate of the routes around such a page: it revalidates after a refusal, because the data may have
 * changed, but not while the server is unreachable, because the error page would replace the page.
 */
export const unlessUnreachable: ShouldRevalidateFunction = ({ actionResult }) =>
  !(actionResult as { unreachable?: boolean } | undefined)?.unreachable;
