import { toast } from '#kit/ui/toast.ts';

/** An answer that names a request: what was wished for waits for a second person, and nothing is done yet. */
export const isAsked = (output: unknown): boolean =>
  typeof output === 'object' && output !== null && 'asked' in output && typeof output.asked === 'string';

/** A sentence, and where to look: longer than a word of success. */
const askedMs = 5000;

/** After a call: what was done, or that somebody was asked. */
export function tellDone(output: unknown, words: string | undefined, t: (key: string) => string): void {
  if (isAsked(output)) toast.info(t('kit:action.asked'), askedMs);
  else if (words) toast.success(words);
}
