import { Icon } from "../base/icon.tsx";
import { menuLink, topLink } from "../base/link.tsx";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";

/** The help line, in the same place on every page, with its number and hours where there is room for them. */
export function HelpLink({ top = false }: { /** It stands in the bar at the top. */ top?: boolean }) {
  const say = useSay();
  const { supportPhone } = useSite();
  const hours = useHelpHours();
  return (
    <a
      href={`tel:${supportPhone.replace(/[^\d+]/g, "")}`}
      className={top ? topLink : menuLink}
      title={`${say("common.callPhone", { phone: supportPhone })} · ${hours}`}
    >
      <Icon name="phone" />
      <span>
        {say("common.help")}
        <span
          className={`font-normal text-soft ${top ? "ml-2 hidden md:inline" : "block text-[0.8125rem]"}`}
        >{`${supportPhone} · ${hours}`}</span>
      </span>
    </a>
  );
}

/** When the help line is answered, in words. */
export function useHelpHours(): string {
  const say = useSay();
  const [from = "", to = ""] = useSite().supportHours.split("-");
  return say("shell.helpHours", { from, to });
}

/** The skip link: keyboard users jump over the header to the content. */
export function Skip() {
  return (
    <a
      href="#main"
      className="absolute -left-[999rem] focus:top-2 focus:left-2 focus:z-50 focus:bg-white focus:px-4 focus:py-3 print:hidden!"
      data-skip=""
    >
      {useSay()("shell.skip")}
    </a>
  );
}
