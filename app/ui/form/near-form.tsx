import type { ReactNode } from "react";
import { FormKey } from "../base/form-key.tsx";
import { nearness } from "../base/near.ts";

type NearFormProps = { intent: string; action: string; children: ReactNode };

/** A form of hidden fields and a button, for pages with many; its refusal is shown by the page. */
export const NearForm = ({ intent, action, children }: NearFormProps) => (
  <form method="post" action={action} {...nearness(true)} noValidate>
    <input type="hidden" name="intent" value={intent} />
    <FormKey />
    {children}
  </form>
);
