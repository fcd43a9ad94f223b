import { useSearchParams } from 'react-router';

/** The filters of a list as they stand in the address, for the totals above it. */
export function useFilters<N extends string>(...names: N[]): Partial<Record<N, string>> {
  const [query] = useSearchParams();
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Partial<Record<N, string>>;
}
