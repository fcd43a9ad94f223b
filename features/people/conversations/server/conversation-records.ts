import type { ResultOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { staffContract } from '../contract/staff.ts';
import type { OpeningTimes } from '../rules/opening-rules.ts';
import { type Targets, waitAt } from '../rules/standing-rules.ts';
import type { NamedRow } from './conversation-queries.ts';

type Shown = ResultOf<typeof staffContract.listConversations>['records'][number];

export const toRecord = (
  row: NamedRow,
  { times, targets, at }: { times: OpeningTimes; targets: Targets; at: Date },
): Shown => ({
  ...pick(row, 'id', 'subject', 'orderNumber', 'playerId', 'playerName', 'playerPhone', 'state'),
  ...pick(row, 'userId', 'userName', 'createdAt', 'lastAt', 'lastSide', 'lastText'),
  fieldId: row.siteId,
  fieldName: row.siteName,
  equipmentId: row.deviceId,
  equipmentNo: row.deviceNumber,
  equipmentName: row.deviceName,
  unread: row.staffUnread,
  wait: waitAt(row, times, targets, at),
});
