import { publicActions, publicResource } from "#app/http/doors/page.server.ts";
import { reads } from "#app/http/doors/use-limit.server.ts";
import { LanguageChoice } from "#app/http/request/language.ts";
import { localeNamed } from "#app/http/request/locale.server.ts";

/** There is nothing to show when the address is opened directly. */
export const loader = publicResource({ limit: reads.leads }, (_actor, _input, door) => door.go("/"));

/** Stores the chosen language for a year and redirects back to the page it was chosen on. */
export const action = publicActions({
  choose: {
    limit: "It keeps nothing on the server",
    input: LanguageChoice,
    unkeyed: "Choosing twice comes to the same",
    run: (_actor, { lang, to }, door) => {
      door.keep("lang", localeNamed(lang));
      return door.go(to);
    },
  },
});
