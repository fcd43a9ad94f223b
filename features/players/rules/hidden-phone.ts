/** A page may be looked at over a shoulder. */
export const hiddenPhone = (phone: string): string => phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2');
