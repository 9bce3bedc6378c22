import { useRouteLoaderData } from "@remix-run/react";
import { titleCase } from "#modules/catalog/labels.ts";
import type { Locale } from "#modules/messages/index.ts";
import type { Refused } from "./refused.ts";

/** What every page knows about the installation: name and help line, from the configuration (root loader). */
export type Site = {
  name: string;
  tagline: string;
  operator: string;
  /** The public address of the installation, without a slash at its end. */
  origin: string;
  supportPhone: string;
  /** When the help line is answered, every day: `08:00-20:00`. */
  supportHours: string;
  sandbox: boolean;
  /** The names of services and vehicles in the language of the page, by those they have in data. */
  names: Record<string, string>;
  /** The languages of the product, each with the name it calls itself by and its script (ISO 15924). */
  languages: readonly { locale: Locale; name: string; script: string }[];
  /** Path and query of this page, for the language switch. */
  here: string;
  /** A random value for this page; with its place on the page it makes each form's key (FormKey). */
  formKey: string;
  /** The scripts that consoles run besides their entry; none in development. */
  scripts: readonly string[];
  /** A form of this page that the browser sent itself and that was just refused. */
  refused: Refused | null;
  /** Whether this browser has the menu of an operator's console folded (ui/frame/desk-island.ts). */
  folded: boolean;
  toast: {
    id: string;
    text: string;
    kind: "good" | "warn" | "bad";
    /** What the toast speaks of, and its page. */
    about: { to: string; name: string } | null;
  } | null;
  /** What this admin's session did and can undo, for as many milliseconds more: its toast, and the form. */
  undoables: readonly {
    id: string;
    text: string;
    action: string;
    fields: Record<string, string>;
    leftMs: number;
  }[];
};

const nameless: Site = {
  name: "",
  tagline: "",
  operator: "",
  origin: "",
  supportPhone: "",
  supportHours: "",
  sandbox: false,
  names: {},
  languages: [],
  here: "/",
  formKey: "",
  scripts: [],
  refused: null,
  folded: false,
  toast: null,
  undoables: [],
};

/** The installation's name and help line; empty only when the root loader failed. */
export const useSite = (): Site => useRouteLoaderData<Site>("root") ?? nameless;

/** The name of a service or a vehicle, or of several with commas between them, by the names of a language. */
export const namedBy =
  (names: Site["names"]) =>
  <T extends string | null>(name: T): T =>
    (name &&
      (names[name] ??
        name
          .split(", ")
          .map((each) => names[each] ?? each)
          .join(", "))) as T;

/** The name of a service or a vehicle as a person reads it, in the language of the page. */
export function useTitle() {
  const { names } = useSite();
  return (name: string): string => names[name] ?? titleCase(name);
}

/** The same in the language of the page. */
export const useName = () => namedBy(useSite().names);
