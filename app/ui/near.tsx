import { useNavigate, useSubmit } from "@remix-run/react";
import type { FormEvent, MouseEvent, ReactNode } from "react";
import { FormKey } from "./form.tsx";

/*
 * Links and forms of which a page has many: plain ones, followed and sent by the list or menu they stand in (`useNear`).
 * Each of the framework's own works its address out for itself, and a page of them takes longer than all the rest of it.
 */

type NearLinkProps = {
  to: string;
  className?: string;
  /** Leave the page scrolled where it is. */
  stay?: boolean;
  children: ReactNode;
  "aria-label"?: string;
  "aria-current"?: "page" | undefined;
};

/** A link within the console among many. */
export function NearLink({ to, stay = false, children, ...same }: NearLinkProps) {
  return (
    <a href={to} data-near={stay ? "stay" : ""} {...same}>
      {children}
    </a>
  );
}

type NearFormProps = { intent: string; action: string; children: ReactNode; "aria-busy"?: boolean };

/** A form among many, of hidden fields and a button; a refusal is told by the page it stands on. */
export function NearForm({ intent, action, children, ...same }: NearFormProps) {
  return (
    <form method="post" action={action} data-near="stay" noValidate {...same}>
      <input type="hidden" name="intent" value={intent} />
      <FormKey />
      {children}
    </form>
  );
}

/** What a list or menu does with its near links and forms: it goes there without loading the page anew. */
export function useNear() {
  const navigate = useNavigate();
  const submit = useSubmit();
  return {
    onClick(event: MouseEvent<HTMLElement>) {
      const link = (event.target as Element).closest<HTMLElement>("a[data-near]");
      const changed = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
      if (!link || event.defaultPrevented || event.button !== 0 || changed) return;
      event.preventDefault();
      navigate(link.getAttribute("href")!, { preventScrollReset: link.dataset.near === "stay" });
    },
    onSubmit(event: FormEvent<HTMLElement>) {
      const form = (event.target as Element).closest<HTMLFormElement>("form[data-near]");
      if (!form || event.defaultPrevented) return;
      event.preventDefault();
      const { submitter } = event.nativeEvent as unknown as { submitter: HTMLButtonElement | null };
      submit(submitter ?? form, { preventScrollReset: form.dataset.near === "stay" });
    },
  };
}
