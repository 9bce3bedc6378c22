const failuresToOpen = 5;
const openForMs = 10_000;

type Circuit = { failures: number; openUntil: number };

const circuits = new Map<string, Circuit>();

/** Close all circuits, so that calls go out again at once (tests). */
export const closeCircuits = () => circuits.clear();

/**
 * The circuit breaker of one provider address in this process: five failures in a row open it for ten seconds, in which
 * calls fail at once instead of waiting for the timeout. The next call goes through, and its success closes the
 * circuit.
 */
export function circuitOf(origin: string) {
  const circuit = circuits.get(origin) ?? { failures: 0, openUntil: 0 };
  circuits.set(origin, circuit);
  return {
    isOpen: () => performance.now() < circuit.openUntil,
    succeeded() {
      circuit.failures = 0;
    },
    failed() {
      circuit.failures += 1;
      if (circuit.failures >= failuresToOpen) circuit.openUntil = performance.now() + openForMs;
    },
  };
}
