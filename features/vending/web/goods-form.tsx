import { Alert, Button, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useAct, useCall } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { ReferenceField } from '#kit/ui/fields/reference-field.tsx';
import { MoneyField, NumberField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { LaneDevice, LaneRecord } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';
import { templateSource } from './template-source.ts';

interface GoodsFormProps {
  device: LaneDevice;
  lanes: readonly LaneRecord[];
  pending: boolean;
  onDone: (changeId: string | null) => void;
}

const agreed = <V,>(lanes: readonly LaneRecord[], of: (lane: LaneRecord) => V): V | undefined => {
  const [first] = lanes;
  return first && lanes.every((lane) => of(lane) === of(first)) ? of(first) : undefined;
};

/** What a person may give the chosen lanes; a field left empty changes nothing. */
interface Wish {
  templateId?: string | null;
  priceFen?: number;
  capacity?: number;
  lowAt?: number | null;
  open?: boolean;
}

/** Only what differs is sent: a new product alone needs no reachable machine. */
function changesOf(lane: LaneRecord, wish: Wish) {
  const differs = <K extends keyof Wish & keyof LaneRecord>(name: K) =>
    wish[name] !== undefined && wish[name] !== lane[name] ? { [name]: wish[name] } : {};
  return {
    lane: lane.lane,
    ...differs('templateId'),
    ...differs('priceFen'),
    ...differs('capacity'),
    ...differs('lowAt'),
    ...differs('open'),
  };
}

export function GoodsForm({ device, lanes, pending, onDone }: GoodsFormProps) {
  const t = useText();
  const [wish, setWish] = useState<Wish>({});
  const templateId =
    wish.templateId === undefined ? agreed(lanes, (lane) => lane.templateId) : wish.templateId;
  const { data: template } = useCall(
    vendingContract.readTemplate,
    { id: templateId ?? '' },
    { enabled: !!wish.templateId },
  );
  const save = useAct(vendingContract.updateLanes, {
    success: 'kit:action.saved',
    invalidates: [vendingContract.readLanes, vendingContract.listStock],
    onDone: ({ changeId }) => onDone(changeId),
  });
  const put = (values: Wish) => setWish((before) => ({ ...before, ...values }));
  // The template's own price, until another one is typed.
  const priceFen =
    wish.priceFen ?? (wish.templateId && template?.id === wish.templateId ? template.priceFen : undefined);
  const changes = lanes
    .map((lane) => changesOf(lane, { ...wish, priceFen }))
    .filter((change) => Object.keys(change).length > 1);
  const needsDevice = changes.some(
    (change) => 'priceFen' in change || 'capacity' in change || 'open' in change,
  );
  const labels = Object.fromEntries(
    lanes.flatMap((lane) => (lane.templateId ? [[lane.templateId, lane.templateName ?? '']] : [])),
  );
  const submit = async () => {
    const emptied = lanes.filter(
      (lane) => wish.templateId !== undefined && lane.stock > 0 && lane.templateId !== wish.templateId,
    );
    const pieces = emptied.reduce((sum, { stock }) => sum + stock, 0);
    const takeOut =
      pieces > 0 &&
      (await confirm({
        title: t('vending:goods.takeOutTitle', { pieces }),
        body: t('vending:goods.takeOutBody', { lanes: emptied.map(({ lane }) => lane).join(' ') }),
        confirmLabel: t('vending:goods.takeOut'),
      }));
    if (pieces > 0 && !takeOut) return;
    save.mutate({ equipmentId: device.equipmentId, lanes: changes, takeOut });
  };
  return (
    <Stack gap="md">
      <Text fw={600}>{t('vending:front.lanes', { lanes: lanes.map(({ lane }) => lane).join(' ') })}</Text>
      <ReferenceField
        label={t('vending:field.product')}
        source={{ ...templateSource, labels }}
        value={templateId ?? undefined}
        onChange={(id) => put({ templateId: id ?? null, priceFen: undefined })}
      />
      <MoneyField
        label={t('vending:field.price')}
        description={t('vending:hint.price')}
        value={priceFen ?? agreed(lanes, (lane) => lane.priceFen)}
        onChange={(value) => put({ priceFen: Number.isNaN(value) ? undefined : value })}
      />
      <NumberField
        label={t('vending:field.capacity')}
        value={wish.capacity ?? agreed(lanes, (lane) => lane.capacity)}
        onChange={(capacity) => put({ capacity })}
        min={1}
        max={200}
      />
      <NumberField
        label={t('vending:field.lowAt')}
        description={t('vending:hint.lowAt')}
        value={(wish.lowAt === undefined ? agreed(lanes, (lane) => lane.lowAt) : wish.lowAt) ?? undefined}
        onChange={(lowAt) => put({ lowAt: lowAt ?? null })}
        min={0}
        max={200}
      />
      <Switch
        label={t('vending:field.open')}
        checked={wish.open ?? agreed(lanes, (lane) => lane.open) ?? false}
        onChange={(event) => put({ open: event.currentTarget.checked })}
        py={6}
      />
      {needsDevice && !device.online && (
        <Alert color="coin" variant="light">
          {t('vending:goods.offline')}
        </Alert>
      )}
      <Button
        fullWidth
        disabled={changes.length === 0 || (needsDevice && !device.online)}
        loading={save.isPending || pending}
        onClick={() => void submit()}
      >
        {t('vending:goods.apply', { count: lanes.length })}
      </Button>
    </Stack>
  );
}
