import type { ErrorCode } from './error-catalogue';

/** Why a command was refused: one entry per thing the caller can put right. */
export interface Refusal {
  readonly code: ErrorCode;
  /** What was expected and what was seen, in words for the person who sent the command. */
  readonly message: string;
  /** Path of the input field at fault, or absent when the state of the subject is. */
  readonly field?: string;
  /** The aggregate the refusal is about, when there is one to look at. */
  readonly subjectId?: string;
}

/** What a decider answers: the next state with the events that lead to it, or the reasons against. */
export type Decision<State, Event> =
  | { readonly accepted: true; readonly state: State; readonly events: readonly Event[] }
  | { readonly accepted: false; readonly refusals: readonly Refusal[] };

export function accept<State, Event>(state: State, ...events: Event[]): Decision<State, Event> {
  return { accepted: true, state, events };
}

export function refuse(...refusals: Refusal[]): { readonly accepted: false; readonly refusals: readonly Refusal[] } {
  return { accepted: false, refusals };
}
