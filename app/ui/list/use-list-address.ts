import { useLocation } from "@remix-run/react";
import { useQuery } from "../base/query.ts";
import { listAddress } from "./list-address.ts";

/** Makes addresses of this list with changed query parameters. */
export function useListAddress() {
  const query = useQuery();
  const { pathname } = useLocation();
  return (changes: Record<string, string | null>) => listAddress(pathname, query, changes);
}
