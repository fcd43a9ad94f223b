import { jobRoles } from '#features/base/accounts/server/public.ts';
import { assertSites } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { forbidden, invalidField, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { alertKinds, kindDefinitions, rulesChanged } from '../contract/kinds.ts';
import type { alertsContract } from '../contract.ts';
import { type Rule, ruleBook } from '../rules/rule-book-rules.ts';
import { dropRule, lockRule, type RulePlace, selectRules, storeRule } from './rule-queries.ts';

type Contract = Pick<typeof alertsContract, 'listRules' | 'saveRule' | 'resetRule'>;
type Saved = ParsedInputOf<typeof alertsContract.saveRule>;

/** What holds for all sites is not for accounts that see some of them. */
async function placeOf(
  tx: Tx,
  context: StaffContext,
  input: Pick<Saved, 'fieldId' | 'kind'>,
): Promise<RulePlace> {
  const { scope, tenantId } = context.session;
  if (input.fieldId) await assertSites(tx, scope, [input.fieldId]);
  else if (scope.kind !== 'tenant' || scope.siteIds !== null) throw forbidden('alerts:error.allSites');
  return { tenantId, siteId: input.fieldId ?? null, kind: input.kind };
}

function thresholdOf({ kind, threshold }: Saved): number | null {
  const definition = kindDefinitions[kind].threshold;
  if (!definition) return null;
  const { min, max, usual } = definition;
  const wanted = threshold ?? usual;
  if (wanted < min) throw invalidField('threshold', 'kit:validation.tooSmall', { min });
  if (wanted > max) throw invalidField('threshold', 'kit:validation.tooBig', { max });
  return wanted;
}

async function ruleOf(tx: Tx, tenantId: string, input: Saved): Promise<Rule> {
  const roleIds = input.told === 'roles' ? [...new Set(input.roleIds)] : [];
  const known = new Set((await jobRoles(tx, tenantId)).map(({ id }) => id));
  if (roleIds.some((id) => !known.has(id))) throw invalidField('roleIds', 'alerts:error.unknownRole');
  if (input.told === 'roles' && roleIds.length === 0)
    throw invalidField('roleIds', 'kit:validation.required');
  return {
    enabled: input.enabled,
    threshold: thresholdOf(input),
    told: input.told,
    roleIds,
    mutedFaults: input.kind === 'fault' ? [...new Set(input.mutedFaults)] : [],
  };
}

const shown = ({ enabled, threshold, told, roleIds, mutedFaults }: Rule) => ({
  enabled,
  threshold,
  told,
  roleIds,
  mutedFaults,
});

async function announce(tx: Tx, context: StaffContext, place: RulePlace, before: Rule, after: Rule) {
  await audit(tx, context, {
    action: 'alerts.changeRule',
    entity: 'alertRule',
    entityId: `${place.siteId ?? place.tenantId} ${place.kind}`,
    siteId: place.siteId,
    label: place.kind,
    before: shown(before),
    after: shown(after),
  });
  await emit(tx, tenantTopic(place.tenantId), rulesChanged);
}

export const ruleHandlers: Handlers<Contract> = {
  async listRules(context, { fieldId }) {
    const { tenantId, scope } = context.session;
    const siteId = fieldId ?? null;
    if (siteId) await assertSites(context.db.read, scope, [siteId]);
    const [found, roles] = await Promise.all([
      selectRules(context.db.read, tenantScope(tenantId)),
      jobRoles(context.db.read, tenantId),
    ]);
    const book = ruleBook(found);
    const rules = alertKinds.map((kind) => {
      const { enabled, threshold, told, roleIds, mutedFaults } = book.at(siteId, kind);
      return {
        kind,
        enabled,
        threshold,
        told,
        roleIds: [...roleIds],
        mutedFaults: [...mutedFaults],
        source: book.sourceAt(siteId, kind),
      };
    });
    return { rules, roles };
  },

  async saveRule(context, input) {
    await context.db.transaction(async (tx) => {
      const place = await placeOf(tx, context, input);
      const rule = await ruleOf(tx, place.tenantId, input);
      const known = await lockRule(tx, place);
      const book = ruleBook(await selectRules(tx, tenantScope(place.tenantId)));
      await storeRule(tx, place, known !== undefined, rule);
      await announce(tx, context, place, book.at(place.siteId, place.kind), rule);
    });
  },

  async resetRule(context, input) {
    await context.db.transaction(async (tx) => {
      const place = await placeOf(tx, context, input);
      const dropped = await dropRule(tx, place);
      if (!dropped) throw missing();
      const book = ruleBook(await selectRules(tx, tenantScope(place.tenantId)));
      await announce(tx, context, place, dropped, book.at(place.siteId, place.kind));
    });
  },
};
