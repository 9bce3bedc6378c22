import { Icon } from "./icon.tsx";
import { useLocale } from "./locale.ts";
import { useSay } from "./say.tsx";
import { useSite } from "./site.ts";

/** The other languages, each in its own script; it works without JavaScript and keeps the page. */
export function LanguageSwitch({ className }: { className: string }) {
  const say = useSay();
  const current = useLocale();
  const { here, languages } = useSite();
  return (
    <form method="post" action="/language">
      <input type="hidden" name="to" value={here} />
      {languages
        .filter(({ locale }) => locale !== current)
        .map(({ locale, name }) => (
          <button
            key={locale}
            type="submit"
            name="lang"
            value={locale}
            lang={locale}
            title={say("shell.language")}
            className={className}
          >
            <Icon name="languages" />
            {name}
          </button>
        ))}
    </form>
  );
}
