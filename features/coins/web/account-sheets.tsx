import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import type { FormField } from '#kit/pages/form-definition.ts';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { useForm } from '#kit/pages/use-form.ts';
import { invalidate, useAct, useCall } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { KeyValue } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { newRequestId } from '#kit/ui/request-id.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import type { ExchangeAccount } from '../contract/exchange.ts';
import { coinsContract } from '../contract.ts';
import classes from './coins.module.css';

const {
  loadExchange,
  countExchange,
  countByMachine,
  readStocktake,
  readExchangeAccount,
  listExchangeEntries,
} = coinsContract;

interface SheetProps {
  account: ExchangeAccount;
  opened: boolean;
  onClose: () => void;
}

const refresh = () => invalidate(readExchangeAccount, listExchangeEntries);

function SheetForm<S extends z.ZodObject>(props: {
  schema: S;
  initial: object;
  fields: readonly FormField<S>[];
  submitLabel: string;
  onSubmit: (data: z.input<S>) => Promise<unknown>;
}) {
  const t = useText();
  const form = useForm({
    schema: props.schema,
    initial: props.initial,
    guard: false,
    onSubmit: props.onSubmit,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <FormFields schema={props.schema} form={form} fields={props.fields} />
      <Button type="submit" fullWidth size="md" mt="md" loading={form.submitting}>
        {t(props.submitLabel)}
      </Button>
    </form>
  );
}

export function LoadSheet({ account, opened, onClose }: SheetProps) {
  const t = useText();
  const [requestId, setRequestId] = useState(newRequestId);
  const hoppers = account.hoppers.length > 0 ? account.hoppers.map(({ hopper }) => hopper) : [1, 2, 3];
  return (
    <Sheet opened={opened} onClose={onClose} title={t('coins:account.load')}>
      <SheetForm
        key={requestId}
        schema={loadExchange.input}
        initial={{ equipmentId: account.equipmentId, hopper: hoppers[0], requestId }}
        submitLabel="coins:account.load"
        fields={[
          {
            name: 'hopper',
            label: 'coins:field.hopper',
            kind: 'choice',
            options: hoppers.map((hopper) => ({
              value: hopper,
              label: t('coins:account.hopper', { hopper }),
              plain: true,
            })),
          },
          { name: 'coins', label: 'coins:account.poured' },
          { name: 'remark', label: 'coins:field.remark', kind: 'text', wide: true },
        ]}
        onSubmit={async (data) => {
          const { told } = await client.call(loadExchange, data);
          toast.success(t(told ? 'coins:account.loadTold' : 'coins:account.loadNoted'));
          setRequestId(newRequestId());
          await refresh();
          onClose();
        }}
      />
    </Sheet>
  );
}

export function CountSheet({ account, opened, onClose }: SheetProps) {
  const t = useText();
  const [requestId, setRequestId] = useState(newRequestId);
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={t(account.expected === null ? 'coins:account.open' : 'coins:account.count')}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {account.expected === null
          ? t('coins:account.openHint')
          : t('coins:account.countHint', { count: account.expected })}
      </Text>
      <SheetForm
        key={requestId}
        schema={countExchange.input}
        initial={{ equipmentId: account.equipmentId, requestId }}
        submitLabel="coins:account.saveCount"
        fields={[
          { name: 'counted', label: 'coins:account.countedByHand' },
          { name: 'remark', label: 'coins:field.remark', kind: 'text', wide: true },
        ]}
        onSubmit={async (data) => {
          const { difference } = await client.call(countExchange, data);
          toast.success(
            difference === null
              ? t('coins:account.opened')
              : t('coins:account.countedWith', {
                  difference: difference > 0 ? `+${difference}` : difference,
                }),
          );
          setRequestId(newRequestId());
          await refresh();
          onClose();
        }}
      />
    </Sheet>
  );
}

/** The machine runs its coins past the sensor, hopper by hopper; the figures come as it goes. */
export function MachineCountSheet({ account, opened, onClose }: SheetProps) {
  const t = useText();
  const [watched, setWatched] = useState<string | undefined>();
  const start = useAct(countByMachine, { onDone: ({ id }) => setWatched(id) });
  return (
    <Sheet opened={opened} onClose={onClose} title={t('coins:account.countByMachine')}>
      {watched ? (
        <Watched id={watched} onAgain={() => setWatched(undefined)} />
      ) : (
        <Stack>
          <Text size="sm">{t('coins:account.machineHint')}</Text>
          <Button
            size="md"
            loading={start.isPending}
            onClick={() => start.mutate({ equipmentId: account.equipmentId, requestId: newRequestId() })}
          >
            {t('coins:account.startCount')}
          </Button>
        </Stack>
      )}
    </Sheet>
  );
}

function Watched({ id, onAgain }: { id: string; onAgain: () => void }) {
  const t = useText();
  const { data } = useCall(readStocktake, { id });
  useLiveInvalidate('exchangeAccount.', readStocktake);
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
        <Button variant="default" mih={44} onClick={onAgain}>
          {t('kit:action.retry')}
        </Button>
      )}
    </div>
  );
}
