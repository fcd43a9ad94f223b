import type { ResultOf } from '#kit/contract/endpoint.ts';
import { machineText } from '#kit/contract/meaning-text.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { issueContract } from '../contract/issue.ts';
import { outcomeOfIssue } from '../rules/issue-rules.ts';
import type { ListedIssue } from './issue-queries.ts';
import { reasonName } from './machine-records.ts';

export function toIssue(
  context: StaffContext,
  { coin_issue: row, device, site }: ListedIssue,
): ResultOf<typeof issueContract.readIssue> {
  const { language, services } = context;
  const machine = {
    equipmentId: row.deviceId,
    equipmentNo: device?.number ?? null,
    equipmentName: device?.name ?? null,
    code: row.code,
  };
  return {
    ...row,
    ...machine,
    fieldId: row.siteId,
    fieldName: site?.name ?? null,
    receiver:
      row.playerName ?? machineText(machine, (key, params) => services.texts.say(language, key, params)),
    outcome: outcomeOfIssue(row),
    reasonName: reasonName(context, row.reason),
  };
}
