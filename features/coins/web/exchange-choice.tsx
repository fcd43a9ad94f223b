import { Paper, Text, UnstyledButton } from '@mantine/core';
import { useCall } from '#kit/ui/api.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { coinsContract } from '../contract.ts';
import classes from './coins.module.css';
import { MachineName } from './machine.tsx';

const { listExchangeAccounts } = coinsContract;

/** Which exchange machine shall give the coins. */
export function ExchangeChoice({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (equipmentId: string) => void;
}) {
  const t = useText();
  const site = useCurrentSite();
  const { data, error, refetch } = useCall(listExchangeAccounts, site ? { fieldId: site.id } : {});
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={3} />;
  if (data.length === 0)
    return <EmptyState title={t('coins:account.none')} hint={t('coins:account.noneHint')} />;
  return (
    <Paper withBorder component="ul" className={classes.choices} aria-label={t('coins:field.machine')}>
      {data.map((machine) => (
        <li key={machine.equipmentId}>
          <UnstyledButton
            className={classes.choice}
            data-chosen={machine.equipmentId === value || undefined}
            aria-pressed={machine.equipmentId === value}
            disabled={!machine.online}
            onClick={() => onChange(machine.equipmentId)}
          >
            <span className={classes.choiceText}>
              <Text component="span" fw={600} display="block" truncate>
                <MachineName machine={machine} />
              </Text>
              <Text component="span" size="sm" c="dimmed" display="block" truncate>
                {machine.fieldName}
              </Text>
            </span>
            <StatusBadge tone={machine.online ? 'good' : 'quiet'}>
              {t(machine.online ? 'coins:machine.online' : 'coins:machine.offline')}
            </StatusBadge>
          </UnstyledButton>
        </li>
      ))}
    </Paper>
  );
}
