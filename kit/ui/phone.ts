import { useMediaQuery } from '@mantine/hooks';

export const phoneQuery = '(max-width: 47.99em)';

/** True where the phone layout applies; known on the first render, so that nothing jumps. */
export function usePhone(): boolean {
  return useMediaQuery(phoneQuery, false, { getInitialValueInEffect: false }) ?? false;
}
