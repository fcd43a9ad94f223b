import { Anchor, Group, Paper, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { type BatchRecord, rewardsContract } from '../contract.ts';

/** Which batch it is, what one of its vouchers is good for, and how many are left. */
export function BatchHead({ id, to }: { id: string; to: string }) {
  const t = useText();
  return (
    <Loaded call={[rewardsContract.listVoucherBatches, { id, size: 1 }]} skeleton="nothing">
      {({ records: [batch] }) => (
        <Paper withBorder p="md">
          <Anchor component={Link} to={to} size="sm">
            <Group component="span" gap={4} display="inline-flex">
              <Icon name="arrow-left" size={16} />
              {t('rewards:page.allBatches')}
            </Group>
          </Anchor>
          {batch ? <BatchState batch={batch} /> : <Text mt="xs">{t('rewards:page.noBatch')}</Text>}
        </Paper>
      )}
    </Loaded>
  );
}

function BatchState({ batch }: { batch: BatchRecord }) {
  const t = useText();
  const { name, worthText, pieces, redeemed, open, fieldName, until, perPlayer, state } = batch;
  return (
    <>
      <Text fw={600} mt="xs">
        {name} · {worthText}
      </Text>
      <Text size="sm">{t('rewards:page.batchCount', { pieces, redeemed, open })}</Text>
      <Hint>
        {fieldName} · {t('rewards:field.until')} {until}
        {perPlayer !== null && ` · ${t('rewards:page.perPlayer', { count: perPlayer })}`}
        {state !== 'open' && ` · ${t(`rewards:batchState.${state}`)}`}
      </Hint>
    </>
  );
}
