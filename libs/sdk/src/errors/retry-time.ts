/** When a hint of the server says to come back: seconds from now, an HTTP date or RFC 3339. Undefined when unreadable. */
export function retryTime(hint: unknown, now: number): Date | undefined {
  if (typeof hint === 'number' && Number.isFinite(hint)) return new Date(now + Math.max(0, hint) * 1_000);
  if (typeof hint !== 'string') return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(hint)) return new Date(now + Number(hint) * 1_000);
  const time = Date.parse(hint);
  return Number.isNaN(time) ? undefined : new Date(time);
}
