const chip =
  "inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-full border px-2.5 text-13 whitespace-nowrap " +
  "tabular-nums hover:bg-paper phone:min-h-9 [&_.icon]:size-3.5 [&_.icon]:text-soft [&_b]:text-teal-800";

const looks = {
  set: "border-rim bg-white text-ink",
  unset: "border-dashed border-edge bg-white text-soft",
  news:
    "border-teal-600 bg-teal-50 font-semibold text-teal-800 before:size-1.75 before:rounded-full before:bg-green-700 " +
    "before:content-['']",
};

/** The look of a filter: one with a value, one without (dashed), or the bar of what is new. */
export const chipLook = (look: keyof typeof looks = "set") => `${chip} ${looks[look]}`;
