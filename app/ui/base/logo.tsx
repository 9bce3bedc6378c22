/** The product's mark: a roof over a doorway with a lamp lit in it. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <rect width="40" height="40" rx="10" fill="#094743" />
      <path
        d="M8.5 19.5 20 9.5l11.5 10M12.5 17.5V30h15V17.5"
        fill="none"
        stroke="#fff"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M20 18.5c2.2 2.4 3.3 4.1 3.3 5.8a3.3 3.3 0 0 1-6.6 0c0-1.7 1.1-3.4 3.3-5.8Z" fill="#f4a71d" />
    </svg>
  );
}

/** Mark and configured product name. */
export function Wordmark({ name, size = 36 }: { name: string; size?: number }) {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg font-bold tracking-tight text-teal-900">
      <Mark size={size} />
      {name}
    </span>
  );
}
