import { useLocation } from "@remix-run/react";
import type { ComponentPropsWithoutRef } from "react";
import { nearness } from "../base/near.ts";
import { useQuery } from "../base/query.ts";

type QueryFormProps = Omit<ComponentPropsWithoutRef<"form">, "method" | "action"> & {
  /** The query parameters it sets; of the others those in `drops` go, and the rest are sent along. */
  names: readonly string[];
  drops?: readonly string[];
};

/** Fields that set some query parameters of this page. */
export function QueryForm({ names, drops = [], children, ...form }: QueryFormProps) {
  const query = useQuery();
  const { pathname } = useLocation();
  return (
    <form method="get" action={pathname} {...nearness(false)} {...form}>
      {[...query].map(
        ([name, value]) =>
          !names.includes(name) &&
          !drops.includes(name) && <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  );
}
