/** The look of a `progress`, of a file that is sent or of work that is done. */
export const progressLook =
  "mt-1 block h-2 w-full accent-teal-700 desk:appearance-none desk:overflow-hidden desk:rounded-full desk:border-0 desk:bg-sand " +
  "desk:[&::-webkit-progress-bar]:bg-sand desk:[&::-webkit-progress-value]:bg-teal-700 desk:[&::-moz-progress-bar]:bg-teal-700";
