import { defineEvent } from '#kit/contract/event.ts';

/** Told to the staff of the site. */
export const handoverChanged = defineEvent<{ id: string }>('handover.changed');
/** Told to the player's phones. */
export const ownHandoverChanged = defineEvent<{ id: string }>('handover.own');
export const handoverSettingChanged = defineEvent('handover.setting');
