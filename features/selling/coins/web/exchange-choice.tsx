import { Paper, Text, UnstyledButton } from '@mantine/core';
import { DeviceState } from '#features/machines/fleet/web/public.ts';
import { machineText } from '#kit/contract/meaning-text.ts';
import choices from '#kit/pages/choices.module.css';
import { Endless } from '#kit/pages/endless.tsx';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { useText } from '#kit/ui/i18n.ts';
import { coinsContract } from '../contract.ts';

const { listExchangeAccounts } = coinsContract;
const pageSize = 30;

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
    <Endless
      call={[listExchangeAccounts, { size: pageSize, ...(site && { fieldId: site.id }) }]}
      empty={{ title: 'coins:account.none', hint: 'coins:account.noneHint' }}
      rowHeight={60}
    >
      {(machines) => (
        <Paper withBorder component="ul" className={choices.choices} aria-label={t('kit:thing.machineLabel')}>
          {machines.map((machine) => (
            <li key={machine.equipmentId}>
              <UnstyledButton
                className={choices.choice}
                data-chosen={machine.equipmentId === value || undefined}
                aria-pressed={machine.equipmentId === value}
                disabled={!machine.online}
                onClick={() => onChange(machine.equipmentId)}
              >
                <span className={choices.text}>
                  <Text component="span" fw={600} display="block" truncate>
                    {machineText(machine, t)}
                  </Text>
                  <Text component="span" size="sm" c="dimmed" display="block" truncate>
                    {machine.fieldName}
                  </Text>
                </span>
                <DeviceState device={machine} />
              </UnstyledButton>
            </li>
          ))}
        </Paper>
      )}
    </Endless>
  );
}
