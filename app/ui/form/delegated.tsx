import { useNavigate, useSubmit } from "@remix-run/react";
import type { FormEvent, MouseEvent, ReactNode } from "react";
import { FormKey } from "./form.tsx";

/*
 * Links and forms that a page has many of: plain HTML, handled by one listener of the list or menu around them (event
 * delegation, `useDelegation`). Each Remix `Link` or `Form` resolves its own address, and a page of them would spend most of
 * its render time on that.
 */

type DelegatedLinkProps = {
  to: string;
  className?: string;
  /** Keeps the scroll position. */
  stay?: boolean;
  children: ReactNode;
  "aria-label"?: string;
  "aria-current"?: "page" | undefined;
};

/** A link inside the console, for pages with many. */
export function DelegatedLink({ to, stay = false, children, ...same }: DelegatedLinkProps) {
  return (
    <a href={to} data-delegated={stay ? "stay" : ""} {...same}>
      {children}
    </a>
  );
}

type DelegatedFormProps = { intent: string; action: string; children: ReactNode; "aria-busy"?: boolean };

/** A form of hidden fields and a button, for pages with many; its refusal is shown by the page. */
export function DelegatedForm({ intent, action, children, ...same }: DelegatedFormProps) {
  return (
    <form method="post" action={action} data-delegated="stay" noValidate {...same}>
      <input type="hidden" name="intent" value={intent} />
      <FormKey />
      {children}
    </form>
  );
}

/** The handlers of a list or menu that navigate its near links and forms without a full page load. */
export function useDelegation() {
  const navigate = useNavigate();
  const submit = useSubmit();
  return {
    onClick(event: MouseEvent<HTMLElement>) {
      const link = (event.target as Element).closest<HTMLElement>("a[data-delegated]");
      const changed = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
      if (!link || event.defaultPrevented || event.button !== 0 || changed) return;
      event.preventDefault();
      navigate(link.getAttribute("href")!, { preventScrollReset: link.dataset.delegated === "stay" });
    },
    onSubmit(event: FormEvent<HTMLElement>) {
      const form = (event.target as Element).closest<HTMLFormElement>("form[data-delegated]");
      if (!form || event.defaultPrevented) return;
      event.preventDefault();
      const { submitter } = event.nativeEvent as unknown as { submitter: HTMLButtonElement | null };
      submit(submitter ?? form, { preventScrollReset: form.dataset.delegated === "stay" });
    },
  };
}
