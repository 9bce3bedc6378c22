import { Icon } from "../base/icon.tsx";
import { useSay } from "../base/say.tsx";
import { useSite } from "../base/site.ts";

/** The help line, in the same place on every page, with its number and hours where there is room for them. */
export function HelpLink() {
  const say = useSay();
  const { supportPhone } = useSite();
  const hours = useHelpHours();
  return (
    <a
      href={`tel:${supportPhone.replace(/[^\d+]/g, "")}`}
      className="menu-link"
      title={`${say("common.callPhone", { phone: supportPhone })} · ${hours}`}
    >
      <Icon name="phone" />
      <span>
        {say("common.help")}
        <span className="help-line">{`${supportPhone} · ${hours}`}</span>
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
    <a href="#main" className="skip">
      {useSay()("shell.skip")}
    </a>
  );
}
