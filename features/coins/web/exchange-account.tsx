import { Paper, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { machineText } from '#kit/contract/meaning-text.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import type { ExchangeAccount } from '../contract/exchange.ts';
import { coinsContract } from '../contract.ts';
import { AccountDetail } from './account-detail.tsx';
import classes from './coins.module.css';

const { listExchangeAccounts } = coinsContract;

/** /currencyAccount: every machine with what should be in it; with one in the address, its account. */
export default function ExchangeAccounts() {
  const [query] = useSearchParams();
  const equipmentId = query.get('equipmentId');
  return equipmentId ? <AccountDetail equipmentId={equipmentId} /> : <AllAccounts />;
}

function AllAccounts() {
  const t = useText();
  const site = useCurrentSite();
  return (
    <Loaded call={[listExchangeAccounts, site ? { fieldId: site.id } : {}]} skeleton="list" keepPrevious>
      {(accounts) =>
        accounts.length === 0 ? (
          <EmptyState title={t('coins:account.none')} hint={t('coins:account.noneHint')} />
        ) : (
          <Accounts accounts={accounts} />
        )
      }
    </Loaded>
  );
}

function Accounts({ accounts }: { accounts: readonly ExchangeAccount[] }) {
  const t = useText();
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        {t('coins:account.intro')}
      </Text>
      <Paper withBorder component="ul" className={classes.choices}>
        {accounts.map((account) => (
          <li key={account.equipmentId}>
            <Link to={`?equipmentId=${account.equipmentId}`} className={classes.choice}>
              <span className={classes.choiceText}>
                <Text component="span" fw={600} display="block" truncate>
                  {machineText(account, t)}
                </Text>
                <Text component="span" size="sm" c="dimmed" display="block" truncate>
                  {account.fieldName}
                </Text>
              </span>
              <span className={classes.choiceEnd}>
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
