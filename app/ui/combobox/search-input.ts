/** The look of the field over a list of what it finds: the whole width, without a frame of its own. */
export const searchInput = "min-h-11 w-full border-0 border-b border-line px-4 text-14 outline-none";
