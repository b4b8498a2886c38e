/** How many observed things are recorded in one transaction: enough to be quick, few enough that others get a turn at the log. */
const BATCH = 500;

export function chunks<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(index * BATCH, (index + 1) * BATCH),
  );
}
