import { defineEvent } from '#kit/contract/event.ts';

export const articleChanged = defineEvent<{ id: string }>('article.changed');
export const messageArrived = defineEvent<{ id: string; level: string }>('message.arrived');
/** The reader's other devices drop the mark too. */
export const messageRead = defineEvent('message.read');
export const messageWithdrawn = defineEvent<{ id: string }>('message.withdrawn');
export const helpContactChanged = defineEvent('helpContact.changed');
export const keyDataChanged = defineEvent<{ keys: string[] }>('keyData.changed');
