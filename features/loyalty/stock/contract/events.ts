import { defineEvent } from '#kit/contract/event.ts';

/** Goods, categories, groups, stores or suppliers changed. */
export const goodsChanged = defineEvent<{ id?: string }>('goods.changed');
/** A document was booked, or pieces were kept for somebody or let go. */
export const stockChanged = defineEvent<{ documentId?: string }>('stock.changed');
