import { expect, type Locator, type Page } from "@playwright/test";

/*
 * For journeys by keyboard alone: where the focus is, whether it is seen, and what Tab comes past on a page.
 */

/** What one screen's controls are, and what Tab met of them. */
type Walk = {
  /** Controls that were met without a visible mark of the focus. */
  unseen: string[];
  /** Controls that were met before one that stands in front of them. */
  backwards: string[];
  /** Controls and things that answer a click that Tab never comes to. */
  unreached: string[];
  /** How many were met. */
  met: number;
  /** Whether Tab came round to where it began. */
  ended: boolean;
};

type Walker = { ended: () => boolean; state: () => Walk };

/** In the page: notes each control of this part of it that gets the focus, until Tab leaves it or comes round in it. */
function putWalker(within: string) {
  const marked = (element: Element | null | undefined) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
  };
  // A card or a label shows the mark for the control hidden in it.
  const isSeen = (control: Element) =>
    [control, control.nextElementSibling, control.closest(".choice, label, [data-editor], .peer")].some(marked);
  const nameOf = (element: Element) =>
    (element.cloneNode(false) as Element).outerHTML.replace(/ (class|style)="[^"]*"/g, "").slice(0, 160);
  const isShown = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
  const control =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable=true]";
  const takesFocus = (element: HTMLElement) =>
    element.tabIndex >= 0 &&
    !element.matches(":disabled") &&
    isShown(element) &&
    // Of radio buttons Tab comes to one, arrows to the others.
    !(element instanceof HTMLInputElement && element.type === "radio");
  const answersClick = (element: Element) => {
    const key = Object.keys(element).find((name) => name.startsWith("__reactProps$"));
    const props = key ? (element as unknown as Record<string, { onClick?: unknown }>)[key] : undefined;
    return props?.onClick !== undefined || element.matches("[role=button], [role=link], [onclick]");
  };

  const met: HTMLElement[] = [];
  let ended = false;
  const walk: Pick<Walk, "unseen" | "backwards"> = { unseen: [], backwards: [] };
  document.addEventListener("focusin", ({ target }) => {
    if (ended || !(target instanceof HTMLElement)) return;
    if (met[0] === target || !target.closest(within)) {
      ended = met.length > 0;
      return;
    }
    const last = met.at(-1);
    met.push(target);
    if (!isSeen(target)) walk.unseen.push(nameOf(target));
    // From the end of the page Tab goes to its beginning; a control that is gone stands before and after none.
    if (!last?.isConnected || target.matches("[data-skip]")) return;
    const follows = last.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
    const a = last.getBoundingClientRect();
    const b = target.getBoundingClientRect();
    const sameLine = a.top < b.bottom && b.top < a.bottom;
    const before = last.parentElement === target.parentElement && (sameLine ? b.right <= a.left : b.bottom <= a.top);
    if (!follows || before) walk.backwards.push(`${nameOf(target)} after ${nameOf(last)}`);
  });
  const walker: Walker = {
    ended: () => ended,
    state() {
      const reached = new Set<Element>(met);
      const part = document.querySelector(within)!;
      const controls = [...part.querySelectorAll<HTMLElement>(control)].filter(takesFocus);
      const clicked = [...part.querySelectorAll<HTMLElement>("*")].filter(
        (element) =>
          answersClick(element) &&
          isShown(element) &&
          !element.matches("[aria-disabled=true], :disabled, [aria-hidden=true]") &&
          !met.some((one) => element.contains(one) || one.contains(element)) &&
          !(element instanceof HTMLLabelElement && element.control && reached.has(element.control)),
      );
      const unreached = [...new Set([...controls.filter((each) => !reached.has(each)), ...clicked])];
      return { ...walk, met: met.length, ended, unreached: unreached.map(nameOf) };
    },
  };
  (window as unknown as { walker: Walker }).walker = walker;
}

/** Walks by Tab from where the focus is to the end of a part of the page, at most this many presses. */
export async function walkedThrough(page: Page, within: string, most = 600): Promise<Walk> {
  await page.evaluate(putWalker, within);
  for (let pressed = 0; pressed < most; pressed += 10) {
    for (let press = 0; press < 10; press++) await page.keyboard.press("Tab");
    if (await page.evaluate(() => (window as unknown as { walker: Walker }).walker.ended())) break;
  }
  return page.evaluate(() => (window as unknown as { walker: Walker }).walker.state());
}

/** Expects the focus to be on something, and to be seen there. */
export async function expectFocus(page: Page, step: string) {
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const at = document.activeElement;
          if (!at || at === document.body) return "nowhere";
          const seen = [at, at.nextElementSibling, at.closest(".choice, label")].some((element) => {
            if (!element) return false;
            const { outlineStyle, outlineWidth } = getComputedStyle(element);
            return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
          });
          return seen ? "seen" : (at.cloneNode(false) as Element).outerHTML;
        }),
      { message: step },
    )
    .toBe("seen");
}

/** Presses Tab until this control has the focus, which is seen at each step. */
export async function tabTo(page: Page, control: Locator, most = 150) {
  for (let press = 0; press < most; press++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      await expectFocus(page, String(control));
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${control}`);
}
