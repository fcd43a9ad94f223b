/**
 * The server sends the answer to the call a page needs first along with the page (app/server/early-answer.ts): on a phone
 * far away that saves the journey that would begin only when all scripts have come.
 */
export const earlyAnswerId = 'early-answer';

export interface EarlyAnswer {
  path: string;
  input: Record<string, string>;
  data: unknown;
}

/** Whether an answer that came early is the one to this question. */
export function answersTo(early: EarlyAnswer, path: string, input: Record<string, unknown>): boolean {
  const asked = Object.entries(input).filter(([, value]) => value !== undefined);
  return (
    early.path === path &&
    asked.length === Object.keys(early.input).length &&
    asked.every(([name, value]) => early.input[name] === String(value))
  );
}

/** Good once: a page that is opened later asks again. */
export function takeEarlyAnswer(path: string, input: Record<string, unknown>): unknown {
  const element = document.getElementById(earlyAnswerId);
  if (!element) return undefined;
  const early = JSON.parse(element.textContent ?? '{}') as EarlyAnswer;
  if (!answersTo(early, path, input)) return undefined;
  element.remove();
  return early.data;
}
