import { defineEvent } from '#kit/contract/event.ts';
import type { OrderState } from './kinds.ts';

/** One order that moved, or several that left the lists. */
export const orderChanged = defineEvent<{
  id?: string;
  ids?: string[];
  number?: string;
  state?: OrderState;
  counted?: number | null;
  deviceId?: string | null;
}>('order.changed');
