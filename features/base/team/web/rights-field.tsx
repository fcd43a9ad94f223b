import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { TreeNode } from '#features/base/accounts/contract/shared.ts';
import { flattenTree } from '#kit/kernel/tree.ts';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { useText } from '#kit/ui/i18n.ts';
import { TreePicker } from '#kit/ui/tree-picker.tsx';
import { leavesOf } from '#kit/ui/tree-selection.ts';
import { completeRights } from '../rules/right-needs.ts';

type Told = { added: string[]; dropped: string[] };

/** The rights of a role; what a right needs comes and goes with it, and that is said. */
export function RightsField({
  tree,
  value = [],
  onChange,
  ...props
}: Omit<CustomFieldProps, 'value'> & { tree: TreeNode[]; value?: string[] }) {
  const t = useText();
  const [told, setTold] = useState<Told>({ added: [], dropped: [] });
  const { known, titles } = useMemo(
    () => ({
      known: new Set(tree.flatMap(leavesOf)),
      titles: new Map(flattenTree(tree).map(({ node }) => [node.key, node.title])),
    }),
    [tree],
  );
  const names = (rights: readonly string[]) =>
    rights.map((right) => titles.get(right)).join(t('kit:unit.comma'));
  return (
    <>
      <TreePicker
        {...props}
        nodes={tree}
        value={value}
        onChange={(next = []) => {
          const { rights, added, dropped } = completeRights(value, next, known);
          setTold({ added, dropped });
          onChange(rights);
        }}
      />
      <div role="status">
        {told.added.length > 0 && (
          <Text size="sm" mt="xs">
            {t('team:page.role.alsoTicked', { names: names(told.added) })}
          </Text>
        )}
        {told.dropped.length > 0 && (
          <Text size="sm" mt="xs">
            {t('team:page.role.alsoDropped', { names: names(told.dropped) })}
          </Text>
        )}
      </div>
    </>
  );
}
