import { useMemo } from 'react';
import type { Option } from '#kit/ui/fields/types.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { LabelledOption } from './list-specs.ts';

/** Declared options carry keys; fields show words. */
export function useOptions(options: readonly LabelledOption[] | undefined): Option[] | undefined {
  const t = useText();
  return useMemo(
    () =>
      options?.map(({ plain, ...option }) => ({ ...option, label: plain ? option.label : t(option.label) })),
    [options, t],
  );
}
