import { Icon } from "./icon.tsx";
import { useLocale } from "./locale.ts";
import { useSay } from "./say.tsx";
import { useSite } from "./site.ts";

/** The other languages, each in its own script; it works without JavaScript and keeps the page. */
export function LanguageSwitch({ className }: { className: string }) {
  const say = useSay();
  const current = useLocale();
  const { here, languages } = useSite();
  const others = languages.filter(({ locale }) => locale !== current);
  return (
    <form method="post" action="/language" className={others.length > 1 ? "flex flex-wrap items-center" : undefined}>
      <input type="hidden" name="to" value={here} />
      {others.map(({ locale, name }, at) => (
        <button
          key={locale}
          type="submit"
          name="lang"
          value={locale}
          lang={locale}
          title={say("common.language")}
          className={className}
        >
          {at === 0 && <Icon name="languages" />}
          {name}
        </button>
      ))}
    </form>
  );
}
