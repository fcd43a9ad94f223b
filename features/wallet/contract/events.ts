import { defineEvent } from '#kit/contract/event.ts';

export const adjustmentChanged = defineEvent<{ id: string }>('adjustment.changed');
export const walletChanged = defineEvent('wallet.changed');
