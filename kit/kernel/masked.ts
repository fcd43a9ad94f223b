/** A mobile number of the mainland, wherever it stands in a text. */
const mobile = /(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g;
/** Any other line that people are called at, as its own text. */
const line = /^(?=[\d-]{7,16}$)(\d{3,4}-?)\d+(?:-\d+)*(\d{4})$/;

/** What those see of a phone who need not call it: 138****0001. A masked one stays as it is, words stay words. */
export const maskPhone = (text: string): string =>
  text
    .replace(mobile, '$1****$2')
    .replace(line, (all, first: string, last: string) => (all.includes('*') ? all : `${first}****${last}`));

/** The same in whatever a value holds: every text of an object or a list. */
export function maskPhonesIn<V>(value: V): V {
  const masked = (inside: unknown): unknown => {
    if (typeof inside === 'string') return maskPhone(inside);
    if (Array.isArray(inside)) return inside.map(masked);
    if (typeof inside === 'object' && inside !== null && !(inside instanceof Date))
      return Object.fromEntries(Object.entries(inside).map(([name, one]) => [name, masked(one)]));
    return inside;
  };
  return masked(value) as V;
}
