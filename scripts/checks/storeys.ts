/** Storeys of the house, from the ground up. Imports go down, or sideways on one storey without a ring. */
export const storeys = [
  'base',
  'machines',
  'money',
  'selling',
  'people',
  'loyalty',
  'insight',
  'demo',
] as const;

const heightOf = (storey: string) => storeys.indexOf(storey as (typeof storeys)[number]);

export function storeyProblem(from: string, to: string): string | undefined {
  if (heightOf(from) < 0) return `features/${from} is no storey: ${storeys.join(', ')}`;
  return heightOf(to) > heightOf(from) ? `${from} stands below ${to}: imports go down` : undefined;
}
