export const commandStates = ['queued', 'sent', 'accepted', 'done', 'failed', 'expired', 'unknown'] as const;
export type CommandState = (typeof commandStates)[number];
