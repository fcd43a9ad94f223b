import { formatFen } from '#kit/kernel/money.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { act, failureMessage } from '#kit/ui/api.ts';
import { translate } from '#kit/ui/i18n.ts';
import { toast } from '#kit/ui/toast.ts';
import { type RuleRecord, rulesContract } from '../contract/rules.ts';
import { runsContract } from '../contract/runs.ts';

const { listRules, saveVersion, setSchedule } = rulesContract;
const { runNow } = runsContract;

const ratioOf = (rule: RuleRecord) => `/division_ratio_manage?fieldId=${rule.fieldId}`;

async function shareNow(rule: RuleRecord): Promise<false | undefined> {
  try {
    const done = await act(runNow, { fieldId: rule.fieldId });
    toast.success(
      translate('sharing:automatic.ranNow', { count: done.orders, amount: formatFen(done.paidFen) }),
    );
    return undefined;
  } catch (error) {
    toast.failure(failureMessage(error));
    return false;
  }
}

const schedule = formAction({
  endpoint: setSchedule,
  title: (rule: RuleRecord, t) => t('sharing:automatic.scheduleTitle', { name: rule.fieldName ?? '' }),
  initial: ({ fieldId, schedule, paused }: RuleRecord) => ({
    fieldId,
    schedule: schedule ?? 'daily',
    paused,
  }),
  fields: [
    { name: 'schedule', hint: 'sharing:automatic.scheduleHint', appearance: 'radio' },
    { name: 'paused', label: 'sharing:automatic.pause', hint: 'sharing:automatic.pauseHint' },
  ],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

/** Every site with the rule that holds, how often it is shared and whether something went wrong. */
export const RuleList = listPage({
  id: 'rules',
  endpoint: listRules,
  rowId: (row) => row.fieldId,
  columns: [
    'fieldName',
    { key: 'people', phone: 'more' },
    { key: 'sumBasisPoints', phone: 'amount' },
    { key: 'effectiveFrom', phone: false },
    'schedule',
    'failedLines',
    'failedFen',
    'state',
  ],
  search: 'keyword',
  rowTo: ratioOf,
  rowActions: [
    { label: 'sharing:automatic.ratio', icon: 'adjustments', to: ratioOf, needs: saveVersion },
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
      form: schedule,
    },
  ],
  empty: { title: 'sharing:ratio.noSites', hint: 'sharing:ratio.noSitesHint' },
});
