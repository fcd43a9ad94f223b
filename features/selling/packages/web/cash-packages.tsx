import '#kit/ui/all-styles.ts';
import { Text } from '@mantine/core';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { settingsContract } from '#features/machines/settings/contract.ts';
import { forOne } from '#kit/pages/actions.ts';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { mayCall } from '#kit/ui/access.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { currentUser } from '#kit/ui/session.ts';
import type { CashRecord } from '../contract/cash.ts';
import { packagesContract } from '../contract.ts';
import { copyToSites, restoreDefaults, takeOff } from './shelf-actions.ts';
import { siteField, startingSite } from './site-field.ts';

const { listCashPackages, saveCashPackage, copyCashPackages, removeCashPackages } = packagesContract;
const { restoreCashPackages, sendCashPackages } = packagesContract;

function Example({ values }: Pick<FormContentProps<unknown>, 'values'>) {
  const t = useText();
  const { yuan, bonusCoins } = values;
  if (typeof yuan !== 'number' || typeof bonusCoins !== 'number') return null;
  return (
    <Text size="sm" mt="md" aria-live="polite">
      {t('packages:cash.example', { yuan, bonus: bonusCoins, coins: yuan + bonusCoins })}
    </Text>
  );
}

const fields = [
  { name: 'yuan', label: 'packages:field.yuan' },
  { name: 'bonusCoins', label: 'packages:field.bonusCoins', hint: 'packages:cash.bonusHint' },
] as const;

const write = formAction({
  endpoint: saveCashPackage,
  initial: (cash: CashRecord | undefined) => cash ?? startingSite(),
  fields: (cash) => (cash ? fields : [siteField, ...fields]),
  below: Example,
  submitLabel: 'kit:action.save',
  success: 'packages:cash.saved',
});

const send = formAction({
  endpoint: sendCashPackages,
  initial: startingSite,
  fields: [{ ...siteField, hint: 'packages:cash.sendHint' }],
  success: 'packages:cash.sent',
  // Who may change settings sees machine after machine confirm.
  done: ({ batchId }) => {
    if (mayCall(currentUser(), settingsContract.startBatch)) navigation.go(`/batchModify?batchId=${batchId}`);
  },
});

const copy = copyToSites(copyCashPackages, 'packages:cash.copyHint');
const remove = takeOff(removeCashPackages, {
  title: 'packages:cash.remove',
  body: 'packages:cash.removeBody',
});

/** Coins on top for banknotes; machines know of it once it was sent to them. */
export default listPage({
  endpoint: listCashPackages,
  columns: [
    { key: 'yuan', phone: 'what' },
    { key: 'bonusCoins', phone: 'amount' },
    'fieldName',
    { key: 'createdAt', phone: false },
  ],
  filters: [siteFilter()],
  rowActions: [{ label: 'kit:action.edit', icon: 'edit', form: write }, forOne(copy), forOne(remove)],
  bulkActions: [copy, remove],
  actions: [
    { label: 'packages:action.add', icon: 'plus', primary: true, form: write },
    { label: 'packages:cash.send', icon: 'send', form: send },
    restoreDefaults(restoreCashPackages, 'packages:cash.restoreHint'),
  ],
  empty: { title: 'packages:cash.empty', hint: 'packages:cash.emptyHint' },
  icon: 'cash',
});
