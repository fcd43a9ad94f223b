import { Paper, Text, UnstyledButton } from '@mantine/core';
import { machineText } from '#kit/contract/meaning-text.ts';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { coinsContract } from '../contract.ts';
import classes from './coins.module.css';
import { OnlineBadge } from './online-badge.tsx';

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
  return (
    <Loaded call={[listExchangeAccounts, site ? { fieldId: site.id } : {}]} skeleton="list">
      {(machines) =>
        machines.length === 0 ? (
          <EmptyState title={t('coins:account.none')} hint={t('coins:account.noneHint')} />
        ) : (
          <Paper
            withBorder
            component="ul"
            className={classes.choices}
            aria-label={t('kit:thing.machineLabel')}
          >
            {machines.map((machine) => (
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
                      {machineText(machine, t)}
                    </Text>
                    <Text component="span" size="sm" c="dimmed" display="block" truncate>
                      {machine.fieldName}
                    </Text>
                  </span>
                  <OnlineBadge account={machine} />
                </UnstyledButton>
              </li>
            ))}
          </Paper>
        )
      }
    </Loaded>
  );
}
