import { defineEvent } from '#kit/contract/event.ts';

/** papers of the organisation or of one of its franchisees, and what follows from them */
export const businessChanged = defineEvent<{ tenantId: string }>('business.changed');
export const bankCardChanged = defineEvent<{ holderId: string }>('bankCard.changed');
