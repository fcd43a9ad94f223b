import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Say } from '#kit/server/context.ts';
import type { remotecreditContract } from '../contract.ts';
import { linkOutcomeOf, linkStateOf, outcomeOf } from '../rules/credit-rules.ts';
import type { ListedCredit } from './credit-queries.ts';
import type { ListedLink } from './link-queries.ts';

interface DeviceColumns {
  deviceId: string;
  code: string;
  number: number;
  name: string | null;
  type: DeviceType;
  siteId: string;
}

export const typeName = (say: Say, type: string) => say(`devices:type.${type}`);

/** How the wire names a machine. */
export const deviceFields = (row: DeviceColumns, siteName: string | null, say: Say) => ({
  equipmentId: row.deviceId,
  equipmentNo: row.number,
  equipmentName: row.name,
  code: row.code,
  type: row.type,
  typeName: typeName(say, row.type),
  fieldId: row.siteId,
  fieldName: siteName,
});

export const toCreditRecord = (
  { remote_credit: row, site }: ListedCredit,
  say: Say,
): ResultOf<typeof remotecreditContract.readCredit> => ({
  ...row,
  ...deviceFields(row, site?.name ?? null, say),
  way: row.linkId === null ? 'staff' : 'link',
  outcome: outcomeOf(row),
  reasonName: row.reason && say(`devices:failure.${row.reason}`),
  remark: row.note,
});

export function toLinkRecord(
  { remote_credit_link: row, remote_credit: credit, site }: ListedLink,
  now: Date,
  say: Say,
): ResultOf<typeof remotecreditContract.listLinks>['records'][number] {
  const state = linkStateOf(row, now);
  return {
    ...row,
    ...deviceFields(row, site?.name ?? null, say),
    remark: row.note,
    state,
    outcome: linkOutcomeOf(state, credit ?? undefined),
    creditState: credit?.state ?? null,
    counted: credit?.counted ?? null,
  };
}
