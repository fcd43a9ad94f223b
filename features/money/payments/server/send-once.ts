import { ChannelRefused } from '#providers/pay-channel.ts';

export interface Refusal {
  state: 'refused';
  code: string;
  message: string;
}

/**
 * Something that must happen once, at a platform that may be silent. What was sent before is asked for before it is
 * sent again, under the same number; and a no counts only when the platform knows nothing of it.
 */
export async function sendOnce<T extends { state: string }>(step: {
  sentBefore: boolean;
  send(): Promise<T>;
  ask(): Promise<T>;
}): Promise<T | Refusal> {
  if (step.sentBefore) {
    const known = await step.ask();
    if (known.state !== 'absent') return known;
  }
  try {
    return await step.send();
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    const known = await step.ask();
    if (known.state !== 'absent') return known;
    return { state: 'refused', code: error.code, message: error.message };
  }
}

const longestReason = 200;
export const reasonText = (reason: string) => reason.slice(0, longestReason);
