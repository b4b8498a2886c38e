import { ApiError } from './api-error';

/** Refuses arguments of which not exactly one is given. */
export function checkOneOf(candidates: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(candidates).filter((name) => candidates[name] != null);
  if (given.length === 1) return;
  const seen = given.length === 0 ? 'none' : given.join(' and ');
  throw new ApiError('INVALID_INPUT', `expected exactly one of ${Object.keys(candidates).join(', ')}; got ${seen}`);
}
