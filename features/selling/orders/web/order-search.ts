import { phonePattern } from '#kit/contract/schemas.ts';

/** What was typed into the one box: a whole phone number, or an order number as far as it is known. */
export function searchInput(typed: string): { phone: string } | { orderNumber: string } | undefined {
  const digits = typed.replace(/\D/g, '').slice(0, 20);
  if (digits === '') return undefined;
  return phonePattern.test(digits) ? { phone: digits } : { orderNumber: digits };
}
