import { defineEvent } from '#kit/contract/event.ts';

export const adjustmentChanged = defineEvent<{ id: string }>('adjustment.changed');
/** where what players own may be spent */
export const balanceChoiceChanged = defineEvent('wallet.balanceChoice');
/** balances, statements or the wallets themselves */
export const walletChanged = defineEvent('wallet.changed');
export const ratesChanged = defineEvent('wallet.rates');
export const policyChanged = defineEvent('wallet.policy');
export const withdrawalChanged = defineEvent<{ id: string }>('withdrawal.changed');
