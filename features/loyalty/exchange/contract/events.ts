import { defineEvent } from '#kit/contract/event.ts';

/** Told to the staff of the site. */
export const exchangeChanged = defineEvent<{ id: string }>('exchange.changed');
/** Told to the player's phones. */
export const ownExchangeChanged = defineEvent<{ id: string }>('exchange.own');
export const exchangeSettingChanged = defineEvent('exchange.setting');
