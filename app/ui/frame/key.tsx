type KeyProps = { name: string; className?: string };

/** A key of the keyboard, as its cap shows it. */
export const Key = ({ name, className = "" }: KeyProps) => (
  <kbd className={`rounded-sm border border-line bg-white px-1.25 font-sans text-12 text-soft ${className}`.trim()}>
    {name}
  </kbd>
);
