/** A promise, and the function that resolves it: `Promise.withResolvers`, which Node 20 lacks. */
export function createGate(): [passed: Promise<void>, open: () => void] {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => (open = resolve))
  return [passed, open]
}
