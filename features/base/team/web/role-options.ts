import { useMemo } from 'react';
import type { LabelledOption } from '#kit/pages/list-specs.ts';
import { useCall } from '#kit/ui/api.ts';
import { teamContract } from '../contract.ts';
import { staffRoles } from './role-tree.ts';

export function useRoleOptions(): readonly LabelledOption[] | undefined {
  const { data } = useCall(teamContract.listRoles, {});
  return useMemo(
    () => data && staffRoles(data).map((role) => ({ value: role.id, label: role.roleName, plain: true })),
    [data],
  );
}
