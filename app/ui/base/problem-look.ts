/**
 * The look of what is wrong with a form or a page, with links to its fields; scrolled to, it stands below the header. In a
 * form of a grid and at the head of a console's page its place is theirs.
 */
export const problemLook =
  "scroll-mt-20 rounded-md border-2 border-red-700 bg-white px-5 py-4 [&_a]:font-semibold [&_a]:text-red-700 [&_a]:underline " +
  "[form.grid>&]:mb-0 desk:[#main>&]:mx-4 desk:[#main>&]:my-2 desk:[#main>&]:flex-none desk:[#main>&]:px-4 desk:[#main>&]:py-2";
