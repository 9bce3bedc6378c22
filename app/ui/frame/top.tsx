import { Icon } from "../base/icon.tsx";
import { LanguageSwitch } from "../base/language-switch.tsx";
import { useSay } from "../base/say.tsx";
import { type ListHeadProps, ListViews } from "../shell/list-head.tsx";
import { PaletteButton } from "./palette.tsx";

/* On a phone, what else can be done on a page stands below its title. */
const line =
  "desk-top flex min-h-12 flex-none items-center gap-2 border-b border-line px-4 pt-0.75 phone:flex-wrap phone:px-3 " +
  "phone:pt-1.5 phone:has-[>a:not([data-add])]:after:order-7 phone:has-[>a:not([data-add])]:after:basis-full " +
  "phone:has-[>a:not([data-add])]:after:content-[''] phone:[&_form_svg]:hidden phone:[&>a]:order-8 print:border-0 " +
  "[&>h1]:whitespace-nowrap phone:[&>h1]:max-w-[calc(100%-226px)] phone:[&>h1]:text-[15px] phone:[&>h1]:whitespace-normal";

/** The top line of a page: title, count and views on the left, search and language on the right. */
export function DeskTop({ title, count, views, addView, children }: Partial<ListHeadProps>) {
  const say = useSay();
  return (
    <header className={line}>
      <label htmlFor="desk-drawer" className="d-btn d-btn-bare d-btn-icon hidden phone:inline-flex" data-burger>
        <Icon name="menu" label={say("shell.menu")} />
      </label>
      {title && <h1>{title}</h1>}
      <ListViews count={count} views={views} addView={addView} />
      {children}
      <PaletteButton />
      <LanguageSwitch className="d-btn d-btn-bare" />
    </header>
  );
}
