/** Adds a value to a statement's parameters and returns its placeholder, `$n`. */
export type Bind = (value: unknown) => string;

/**
 * Collect the parameters of a statement that is built in parts: `bind(value)` returns the value's placeholder, `$n`.
 */
export function binds(...first: unknown[]): { params: unknown[]; bind: Bind } {
  const params: unknown[] = [...first];
  return { params, bind: (value) => `$${params.push(value)}` };
}
