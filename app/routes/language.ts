import { LanguageChoice } from "#app/http/language.ts";
import { localeNamed } from "#app/http/locale.server.ts";
import { publicActions, publicResource } from "#app/http/page.server.ts";

/** Opened by hand, the address has nothing to show. */
export const loader = publicResource((_actor, _input, door) => door.go("/"));

/** Keeps the chosen language for a year and goes back to the page it was chosen on. */
export const action = publicActions({
  choose: {
    input: LanguageChoice,
    unkeyed: "Choosing twice comes to the same",
    run: (_actor, { lang, to }, door) => {
      door.keep("lang", localeNamed(lang));
      return door.go(to);
    },
  },
});
