/** The look of a choice that is a card to tap: a label around its input. `choice` is what pages set its measures by. */
export const choiceLook =
  "choice flex min-h-11 cursor-pointer items-start gap-3 rounded-md border border-edge bg-white px-3.5 py-2.5 hover:bg-sand " +
  "[&_input]:mt-0.5 [&_input]:size-5 [&_input]:flex-none [.field:has(.wrong)_&]:border-red-700 " +
  "has-checked:border-teal-700 has-checked:bg-teal-50 has-checked:inset-ring has-checked:inset-ring-teal-700 " +
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-teal-700 " +
  "[&_:focus-visible]:shadow-none [&_:focus-visible]:outline-none " +
  "md:desk:min-h-9 md:desk:items-center md:desk:px-3 md:desk:py-1.5 md:desk:text-13 md:desk:[&_input]:m-0 md:desk:[&_input]:size-4 " +
  "desk:has-focus-visible:[box-shadow:0_0_0_4px_var(--color-marigold-100)] desk:has-focus-visible:outline-2 desk:has-focus-visible:outline-offset-0";
