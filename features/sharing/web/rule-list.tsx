import { useMemo, useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { failureMessage, invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { translate, useText } from '#kit/ui/i18n.ts';
import { toast } from '#kit/ui/toast.ts';
import { type RuleRecord, rulesContract } from '../contract/rules.ts';
import { runsContract } from '../contract/runs.ts';
import { Percent } from './display.tsx';
import { ScheduleSheet } from './schedule-sheet.tsx';

const { listRules, saveVersion, setSchedule } = rulesContract;
const { listLines, listRuns, runNow } = runsContract;

function RuleBadge({ rule }: { rule: RuleRecord }) {
  const t = useText();
  const holds = rule.current !== null && !rule.current.ends;
  if (rule.paused) return <StatusBadge tone="waiting">{t('sharing:ruleState.paused')}</StatusBadge>;
  if (holds) return <StatusBadge tone="good">{t('sharing:ruleState.on')}</StatusBadge>;
  if (rule.next) return <StatusBadge tone="info">{t('sharing:ruleState.planned')}</StatusBadge>;
  return <StatusBadge tone="quiet">{t('sharing:ruleState.off')}</StatusBadge>;
}

function People({ rule }: { rule: RuleRecord }) {
  const names = rule.current?.ratios.map(({ receiverName }) => receiverName) ?? [];
  return names.length > 0 ? names.join('、') : '—';
}

function Schedule({ rule }: { rule: RuleRecord }) {
  const t = useText();
  return rule.schedule ? t(`sharing:schedule.${rule.schedule}`) : '—';
}

function Failed({ rule }: { rule: RuleRecord }) {
  const t = useText();
  if (rule.failedLines === 0) return '—';
  return (
    <StatusBadge tone="bad">
      {t('sharing:automatic.failed', { count: rule.failedLines, amount: formatFen(rule.failedFen) })}
    </StatusBadge>
  );
}

async function shareNow(rule: RuleRecord): Promise<false | undefined> {
  try {
    const done: OutputOf<typeof runNow> = await client.call(runNow, { fieldId: rule.fieldId });
    toast.success(
      translate('sharing:automatic.ranNow', { count: done.orders, amount: formatFen(done.paidFen) }),
    );
    await invalidate(listRules, listRuns, listLines);
    return undefined;
  } catch (error) {
    toast.failure(failureMessage(error));
    return false;
  }
}

const listWith = (onSchedule: (rule: RuleRecord) => void) =>
  defineList({
    id: 'rules',
    endpoint: listRules,
    rowId: (row) => row.fieldId,
    columns: [
      { key: 'fieldName', label: 'sharing:field.site', primary: true, sortable: true },
      {
        key: 'people',
        label: 'sharing:field.receiver',
        secondary: true,
        render: (row) => <People rule={row} />,
        noExport: true,
      },
      {
        key: 'sum',
        label: 'sharing:field.given',
        align: 'right',
        render: (row) => <Percent basisPoints={row.current?.sumBasisPoints ?? 0} />,
        noExport: true,
      },
      {
        key: 'effectiveFrom',
        label: 'sharing:field.effectiveFrom',
        render: (row) => row.current?.effectiveFrom ?? row.next?.effectiveFrom ?? '—',
        noExport: true,
      },
      {
        key: 'schedule',
        label: 'sharing:field.schedule',
        render: (row) => <Schedule rule={row} />,
        noExport: true,
      },
      {
        key: 'failed',
        label: 'sharing:automatic.failures',
        render: (row) => <Failed rule={row} />,
        noExport: true,
      },
      {
        key: 'state',
        label: 'sharing:field.state',
        trailing: true,
        render: (row) => <RuleBadge rule={row} />,
        noExport: true,
      },
    ],
    search: 'keyword',
    rowTo: (row) => `/division_ratio_manage?fieldId=${row.fieldId}`,
    rowActions: [
      {
        label: 'sharing:automatic.ratio',
        icon: 'adjustments',
        to: (row) => `/division_ratio_manage?fieldId=${row.fieldId}`,
        needs: saveVersion,
      },
      {
        label: 'sharing:automatic.runNow',
        icon: 'send',
        visible: (row) => row.schedule !== null,
        run: shareNow,
        needs: runNow,
        confirm: {
          title: 'sharing:automatic.runNowTitle',
          body: 'sharing:automatic.runNowBody',
          params: (row) => ({ name: row.fieldName ?? '' }),
        },
      },
      {
        label: 'sharing:automatic.schedule',
        icon: 'clock',
        visible: (row) => row.schedule !== null,
        run: onSchedule,
        needs: setSchedule,
      },
    ],
    empty: { title: 'sharing:ratio.noSites', hint: 'sharing:ratio.noSitesHint' },
    live: 'sharing.',
  });

/** Every site with the rule that holds, how often it is shared and whether something went wrong. */
export function RuleList() {
  const [changing, setChanging] = useState<RuleRecord | undefined>();
  const list = useMemo(() => listWith(setChanging), []);
  return (
    <>
      <ListPage definition={list} />
      {changing && <ScheduleSheet rule={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}
