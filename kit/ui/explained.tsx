import type { ReactNode } from 'react';
import { type Consequence, consequenceText } from '#kit/contract/consequence.ts';
import type { Translate } from './i18n.ts';

/** What stands under a field: what it is for, and in its own line what the value as it stands comes to. */
export function explained(
  t: Translate,
  hint: string | undefined,
  consequence: Consequence | undefined,
): ReactNode {
  const means = consequenceText(t, consequence);
  if (!hint || !means) return hint || means;
  return (
    <>
      {hint}
      <br />
      {means}
    </>
  );
}
