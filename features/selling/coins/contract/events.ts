import { defineEvent } from '#kit/contract/event.ts';

export const depositChanged = defineEvent('deposit.changed');
/** told to the player whose coins or tickets a machine counts */
export const ownDepositChanged = defineEvent<{ id: string; seen: number }>('deposit.own');
export const issueChanged = defineEvent<{ id: string }>('coinIssue.changed');
export const issueLimitChanged = defineEvent('coinIssue.limit');
/** what machines took in coins and cash */
export const cashChanged = defineEvent('cash.changed');
/** cash in the hands of staff */
export const cashierChanged = defineEvent('cashier.changed');
export const dispenseChanged = defineEvent('dispense.changed');
export const exchangeAccountChanged = defineEvent('exchangeAccount.changed');
/** a count by the machine went on or ended */
export const exchangeCounted = defineEvent<{ id: string }>('exchangeAccount.count');
