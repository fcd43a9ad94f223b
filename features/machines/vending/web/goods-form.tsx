import { Alert, Button, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { consequenceText } from '#kit/contract/consequence.ts';
import { useAct, useCall } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { explained } from '#kit/ui/explained.tsx';
import { ReferenceField } from '#kit/ui/fields/reference-field.tsx';
import { MoneyField, NumberField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { LaneDevice, LaneRecord } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';
import { fullWorth, holdAll, laneAlarm } from '../rules/consequence-rules.ts';
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
  alarmThreshold?: number | null;
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
    ...differs('alarmThreshold'),
    ...differs('open'),
  };
}

/** What was wished for, and what it means for each lane. */
function useWish(lanes: readonly LaneRecord[]) {
  const [wish, setWish] = useState<Wish>({});
  const { data: template } = useCall(
    vendingContract.readTemplate,
    { id: wish.templateId ?? '' },
    { enabled: !!wish.templateId },
  );
  // The template's own price, until another one is typed.
  const ownPrice = wish.templateId && template?.id === wish.templateId ? template.priceFen : undefined;
  const whole = { ...wish, priceFen: wish.priceFen ?? ownPrice };
  const changes = lanes
    .map((lane) => changesOf(lane, whole))
    .filter((change) => Object.keys(change).length > 1);
  return {
    wish: whole,
    changes,
    /** price, capacity and state live in the machine too */
    needsDevice: changes.some((change) => 'priceFen' in change || 'capacity' in change || 'open' in change),
    put: (values: Wish) => setWish((before) => ({ ...before, ...values })),
  };
}

export function GoodsForm({ device, lanes, pending, onDone }: GoodsFormProps) {
  const t = useText();
  const { wish, changes, needsDevice, put } = useWish(lanes);
  const save = useAct(vendingContract.updateLanes, {
    success: 'kit:action.saved',
    onDone: ({ changeId }) => onDone(changeId),
  });
  if (lanes.length === 0) return <Hint>{t('vending:goods.chooseHint')}</Hint>;
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
  const unreachable = needsDevice && !device.online;
  return (
    <Stack gap="md">
      <Text fw={600}>{t('vending:front.lanes', { lanes: lanes.map(({ lane }) => lane).join(' ') })}</Text>
      <GoodsFields lanes={lanes} wish={wish} onPut={put} />
      {unreachable && (
        <Alert color="coin" variant="light">
          {t('vending:goods.offline')}
        </Alert>
      )}
      <Button
        fullWidth
        disabled={changes.length === 0 || unreachable}
        loading={save.isPending || pending}
        onClick={() => void submit()}
      >
        {t('vending:goods.apply', { count: lanes.length })}
      </Button>
    </Stack>
  );
}

function GoodsFields({
  lanes,
  wish,
  onPut,
}: {
  lanes: readonly LaneRecord[];
  wish: Wish;
  onPut: (values: Wish) => void;
}) {
  const t = useText();
  const templateId =
    wish.templateId === undefined ? agreed(lanes, (lane) => lane.templateId) : wish.templateId;
  const alarmThreshold =
    wish.alarmThreshold === undefined ? agreed(lanes, (lane) => lane.alarmThreshold) : wish.alarmThreshold;
  const capacity = wish.capacity ?? agreed(lanes, (lane) => lane.capacity);
  const priceFen = wish.priceFen ?? agreed(lanes, (lane) => lane.priceFen);
  const labels = Object.fromEntries(
    lanes.flatMap((lane) => (lane.templateId ? [[lane.templateId, lane.templateName ?? '']] : [])),
  );
  return (
    <>
      <ReferenceField
        label={t('vending:field.product')}
        source={{ ...templateSource, labels }}
        value={templateId ?? undefined}
        onChange={(id) => onPut({ templateId: id ?? null, priceFen: undefined })}
      />
      <MoneyField
        label={t('vending:field.price')}
        description={explained(t, t('vending:hint.price'), fullWorth(lanes.length, capacity, priceFen))}
        value={priceFen}
        onChange={(value) => onPut({ priceFen: Number.isNaN(value) ? undefined : value })}
      />
      <NumberField
        label={t('vending:field.capacity')}
        description={consequenceText(t, holdAll(lanes.length, capacity))}
        value={capacity}
        onChange={(capacity) => onPut({ capacity })}
        min={1}
        max={200}
      />
      <NumberField
        label={t('vending:field.alarmThreshold')}
        description={explained(t, t('vending:hint.alarmThreshold'), laneAlarm(capacity, alarmThreshold))}
        value={alarmThreshold ?? undefined}
        onChange={(value) => onPut({ alarmThreshold: value ?? null })}
        min={0}
        max={200}
      />
      <Switch
        label={t('vending:field.open')}
        checked={wish.open ?? agreed(lanes, (lane) => lane.open) ?? false}
        onChange={(event) => onPut({ open: event.currentTarget.checked })}
        py={6}
      />
    </>
  );
}
