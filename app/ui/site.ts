import { useRouteLoaderData } from "@remix-run/react";

/** What each page knows of the house: its name and help line, from the configuration (root loader). */
export type Site = {
  name: string;
  tagline: string;
  operator: string;
  supportPhone: string;
  sandbox: boolean;
  /** Path and query of this page, for the language switch. */
  here: string;
  /** Made for this page alone: what its forms are known by when they are sent more than once. */
  formKey: string;
  toast: { id: string; text: string; kind: "good" | "bad" } | null;
};

const nameless: Site = {
  name: "",
  tagline: "",
  operator: "",
  supportPhone: "",
  sandbox: false,
  here: "/",
  formKey: "",
  toast: null,
};

/** The house's name and help line; empty only when the root itself failed. */
export const useSite = (): Site => useRouteLoaderData<Site>("root") ?? nameless;
