import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { useAct, useCall } from '#kit/ui/api.ts';
import { KeyValue } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { coinsContract } from '../contract.ts';
import classes from './coins.module.css';

const { countByMachine, readStocktake } = coinsContract;

/** The machine runs its coins past the sensor, hopper by hopper; the figures come as it goes. */
export function MachineCount({ equipmentId }: { equipmentId: string }) {
  const t = useText();
  const [watched, setWatched] = useState<string | undefined>();
  const start = useAct(countByMachine, { onDone: ({ id }) => setWatched(id) });
  if (watched) return <Watched id={watched} onAgain={() => setWatched(undefined)} />;
  return (
    <Stack>
      <Text size="sm">{t('coins:account.machineHint')}</Text>
      <Button
        loading={start.isPending}
        onClick={() => start.mutate({ equipmentId, requestId: newRequestId() })}
      >
        {t('coins:account.startCount')}
      </Button>
    </Stack>
  );
}

function Watched({ id, onAgain }: { id: string; onAgain: () => void }) {
  const t = useText();
  const { data } = useCall(readStocktake, { id });
  if (!data) return <Loader />;
  return (
    <div className={classes.result} role="status">
      {data.state === 'counting' ? (
        <Loader size={40} />
      ) : (
        <Icon name={data.state === 'done' ? 'circle-check' : 'alert-triangle'} size={40} />
      )}
      <Title order={3} size="h4">
        {t(`coins:count.${data.state}`, { counted: data.counted ?? 0 })}
      </Title>
      {data.reasonName && <Text size="sm">{data.reasonName}</Text>}
      <KeyValue
        rows={[
          ...data.hoppers.map(({ hopper, coins }) => ({
            label: t('coins:account.hopper', { hopper }),
            value: coins === null ? t('coins:count.waiting') : coins.toLocaleString(),
          })),
          ...(data.difference === null
            ? []
            : [{ label: t('coins:account.difference'), value: data.difference }]),
        ]}
      />
      {data.state === 'failed' && (
        <Button variant="default" onClick={onAgain}>
          {t('kit:action.retry')}
        </Button>
      )}
    </div>
  );
}
