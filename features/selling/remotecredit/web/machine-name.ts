import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { remotecreditContract } from '../contract.ts';

export type Machine = OutputOf<typeof remotecreditContract.listCreditDevices>['records'][number];

interface Named {
  equipmentNo: number;
  equipmentName: string | null;
  typeName: string;
}

/** What staff call a machine: its number and its name, or what kind it is. */
export function useMachineName(): (machine: Named) => string {
  const t = useText();
  return ({ equipmentNo, equipmentName, typeName }) =>
    t('remotecredit:device.label', { number: equipmentNo, name: equipmentName ?? typeName });
}
