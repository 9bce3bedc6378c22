/* A sheet at the side: its form, or what is read in it, has a middle that scrolls and a foot that stays. */

export const sheet =
  "d-sheet fixed inset-y-0 right-0 left-auto flex h-dvh max-h-none w-124 max-w-full flex-col bg-white pt-3.5 text-ink shadow-lift " +
  "[&_fieldset.field>.grid]:gap-1";

export const sheetBody = "flex min-h-0 flex-1 flex-col";

export const sheetMiddle = "mid grid min-h-0 flex-1 content-start gap-3.5 overflow-y-auto px-6 pt-3.5 pb-4";

export const sheetFoot = "flex flex-none flex-wrap items-center gap-2 border-t border-line px-6 py-2.75 text-13";

/** Where it is narrow, what is said beside the buttons stands over them, so that they stay side by side. */
export const sheetFormFoot =
  `${sheetFoot} justify-end [&_p]:flex-1 [&_p]:font-semibold [&_small]:block [&_small]:text-12 [&_small]:text-soft ` +
  "max-[479px]:[&_p:not(:empty)]:basis-full";
