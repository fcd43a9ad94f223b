import { type StaffMember, staffWithRight } from '#features/base/accounts/server/public.ts';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { Rule, RuleBook } from '../rules/rule-book-rules.ts';
import type { NewAlert } from './alert-queries.ts';
import { messageOf } from './describe-alerts.ts';

const right = 'alerts.view';

const maySee = (member: StaffMember, siteId: string | null) =>
  member.siteIds === null || (siteId !== null && member.siteIds.includes(siteId));

function isTold(member: StaffMember, rule: Rule): boolean {
  const byRule: Record<Rule['told'], () => boolean> = {
    everyone: () => true,
    owner: () => member.owner,
    roles: () => member.owner || (member.roleId !== null && rule.roleIds.includes(member.roleId)),
    nobody: () => false,
  };
  return byRule[rule.told]();
}

/**
 * A message in the inbox of each person whom the rule names and who sees the site. When many machines of a site show the same at
 * once (the power went), that is one message and not thirty.
 */
export async function tellStaff(
  tx: Tx,
  services: Services,
  tenantId: string,
  opened: readonly NewAlert[],
  rules: RuleBook,
): Promise<void> {
  const told = opened.filter(({ siteId, kind }) => rules.at(siteId, kind).told !== 'nobody');
  if (told.length === 0) return;
  const staff = await staffWithRight(tx, services, tenantId, right);
  const sites = await siteNames(tx, tenantScope(tenantId), [
    ...new Set(told.flatMap(({ siteId }) => (siteId ? [siteId] : []))),
  ]);
  const groups = Map.groupBy(told, ({ siteId, kind }) => `${siteId ?? ''} ${kind}`);
  for (const alerts of groups.values()) {
    const { siteId, kind } = alerts[0]!;
    const message = messageOf(services.texts, alerts, siteId ? (sites.get(siteId) ?? '') : '');
    const rule = rules.at(siteId, kind);
    for (const member of staff)
      if (maySee(member, siteId) && isTold(member, rule))
        await sendSystemMessage(tx, services.texts, {
          ...message,
          audience: { kind: 'user', userId: member.id, label: member.name },
        });
  }
}
