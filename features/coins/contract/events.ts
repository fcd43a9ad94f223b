import { defineEvent } from '#kit/contract/event.ts';

export const depositChanged = defineEvent('deposit.changed');
export const issueChanged = defineEvent<{ id: string }>('coinIssue.changed');
