/** A shared run of this many characters means that text repeats a value, wholly or cut. Shorter values match whole. */
const RUN = 12;
const LONGEST_TEXT = 4_000;
const LONGEST_RESULT = 1_000;

/**
 * Takes out of a text of the server whatever it repeats of the values that were sent to it. Servers quote input in
 * their complaints ("got invalid value ...", "bad indentation in line 3: token: ..."), and complaints go to logs.
 */
export function redact(text: string, sent: unknown): string {
  const source = text.slice(0, LONGEST_TEXT);
  const hidden = new Uint8Array(source.length);
  for (const value of stringsIn(sent)) {
    hide(source, value, hidden);
    const escaped = JSON.stringify(value).slice(1, -1); // as it reads inside a quoted value
    if (escaped !== value) hide(source, escaped, hidden);
  }
  return withoutHidden(source, hidden).slice(0, LONGEST_RESULT);
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.trim() !== '') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* stringsIn(part);
}

function hide(text: string, value: string, hidden: Uint8Array): void {
  if (value.length < RUN) hideWord(text, value, hidden);
  else hideRuns(text, value, hidden);
}

/** A short value is hidden where it stands alone: `eu` inside `neutral` is not a repetition. */
function hideWord(text: string, value: string, hidden: Uint8Array): void {
  const isPartOfWord = (character: string | undefined): boolean => /[\p{L}\p{N}_]/u.test(character ?? '');
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const end = at + value.length;
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[end])) hidden.fill(1, at, end);
  }
}

/** The runs of the text are indexed rather than those of the value, which may be a kubeconfig of a megabyte. */
function hideRuns(text: string, value: string, hidden: Uint8Array): void {
  const places = new Map<string, number[]>();
  for (let at = 0; at + RUN <= text.length; at += 1) {
    const run = text.slice(at, at + RUN);
    const known = places.get(run);
    if (known) known.push(at);
    else places.set(run, [at]);
  }
  for (let at = 0; at + RUN <= value.length; at += 1) {
    for (const place of places.get(value.slice(at, at + RUN)) ?? []) hidden.fill(1, place, place + RUN);
  }
}

function withoutHidden(text: string, hidden: Uint8Array): string {
  let result = '';
  for (let at = 0; at < text.length; at += 1) {
    if (!hidden[at]) result += text[at];
    else if (!hidden[at - 1]) result += '[redacted]';
  }
  return result;
}
