import type { useLocation } from "@remix-run/react";
import { addressWith } from "#app/parts/tickets/addresses.ts";

/** The address of the list without what is asked, paid or said on it; page and filter stay. */
export const listOf = (here: ReturnType<typeof useLocation>, changes: Record<string, string | null> = {}) =>
  addressWith(here, {
    accept: null,
    reject: null,
    propose: null,
    pay: null,
    closed: null,
    payment: null,
    ticket: null,
    ...changes,
  });
