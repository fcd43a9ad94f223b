import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { allowanceContract } from '../contract.ts';

const { listAllowanceLimits, saveAllowanceLimit } = allowanceContract;
type Row = OutputOf<typeof listAllowanceLimits>['records'][number];

const set = formAction({
  endpoint: saveAllowanceLimit,
  initial: ({ roleId, perDayFen, aloneFen }: Row) => ({ roleId, perDayFen, aloneFen }),
  fields: [
    { name: 'perDayFen', hint: 'allowance:limit.perDayHint' },
    { name: 'aloneFen', hint: 'allowance:limit.aloneHint' },
  ],
  title: (row, t) => t('allowance:limit.title', { name: row.roleName }),
  success: 'kit:action.saved',
});

function Intro() {
  const t = useText();
  return <Hint>{t('allowance:limit.intro')}</Hint>;
}

/** What may be given away in a day, by everybody and by job roles. */
export default listPage({
  endpoint: listAllowanceLimits,
  columns: [{ key: 'roleName', phone: 'what' }, 'perDayFen', 'aloneFen', 'usual'],
  rowActions: [{ label: 'allowance:limit.set', icon: 'adjustments', primary: true, form: set }],
  header: <Intro />,
  empty: { title: 'allowance:limit.everybody' },
});
