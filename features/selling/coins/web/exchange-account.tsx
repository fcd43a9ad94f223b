import { Paper, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { machineText } from '#kit/contract/meaning-text.ts';
import choices from '#kit/pages/choices.module.css';
import { Endless } from '#kit/pages/endless.tsx';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { Hint, StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { ExchangeAccount } from '../contract/exchange-machines.ts';
import { coinsContract } from '../contract.ts';
import { AccountDetail } from './account-detail.tsx';

const { listExchangeAccounts } = coinsContract;

/** /currencyAccount: every machine with what should be in it; with one in the address, its account. */
export default function ExchangeAccounts() {
  const [query] = useSearchParams();
  const equipmentId = query.get('equipmentId');
  return equipmentId ? <AccountDetail equipmentId={equipmentId} /> : <AllAccounts />;
}

const pageSize = 30;

function AllAccounts() {
  const site = useCurrentSite();
  return (
    <Endless
      call={[listExchangeAccounts, { size: pageSize, ...(site && { fieldId: site.id }) }]}
      empty={{ title: 'coins:account.none', hint: 'coins:account.noneHint' }}
      rowHeight={60}
    >
      {(accounts) => <Accounts accounts={accounts} />}
    </Endless>
  );
}

function Accounts({ accounts }: { accounts: readonly ExchangeAccount[] }) {
  const t = useText();
  return (
    <Stack gap="sm">
      <Hint>{t('coins:account.intro')}</Hint>
      <Paper withBorder component="ul" className={choices.choices}>
        {accounts.map((account) => (
          <li key={account.equipmentId}>
            <Link to={`?equipmentId=${account.equipmentId}`} className={choices.choice}>
              <span className={choices.text}>
                <Text component="span" fw={600} display="block" truncate>
                  {machineText(account, t)}
                </Text>
                <Text component="span" size="sm" c="dimmed" display="block" truncate>
                  {account.fieldName}
                </Text>
              </span>
              <span className={choices.end}>
                <Text component="span" fw={600} display="block">
                  {account.expected === null
                    ? t('coins:account.notOpened')
                    : t('kit:pieces.coin', { count: account.expected })}
                </Text>
                <Difference account={account} />
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </Paper>
    </Stack>
  );
}

function Difference({ account: { difference } }: { account: ExchangeAccount }) {
  const t = useText();
  if (difference === null) return null;
  if (difference === 0) return <StatusBadge tone="good">{t('coins:account.exact')}</StatusBadge>;
  return (
    <StatusBadge tone={difference < 0 ? 'bad' : 'waiting'}>
      {t(difference < 0 ? 'coins:account.short' : 'coins:account.over', { count: Math.abs(difference) })}
    </StatusBadge>
  );
}
