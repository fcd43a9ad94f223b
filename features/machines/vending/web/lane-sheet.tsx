import { Button, Group, NumberInput, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { useAct } from '#kit/ui/api.ts';
import { Hint, KeyValue, Money, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import type { LaneRecord } from '../contract/records.ts';
import { type LossReason, lossReasons } from '../contract/stock.ts';
import { vendingContract } from '../contract.ts';
import { ExpiryBadge, LevelBadge, ReportedNote } from './stock-parts.tsx';

/** One lane in full: count it, take pieces out, close it. */
export function LaneSheet({
  equipmentId,
  lane,
  onClose,
}: {
  equipmentId: string;
  lane: LaneRecord;
  onClose: () => void;
}) {
  const t = useText();
  const mayFill = useCan(vendingContract.countLane);
  return (
    <Sheet opened onClose={onClose} title={t('vending:front.lane', { lane: lane.lane })}>
      <Stack gap="md">
        <KeyValue
          rows={[
            { label: t('vending:field.product'), value: lane.templateName ?? t('vending:level.unset') },
            {
              label: t('vending:field.stock'),
              value: (
                <Group gap={6}>
                  {t('vending:stock.of', { stock: lane.stock, capacity: lane.capacity })}
                  <LevelBadge level={lane.level} />
                </Group>
              ),
            },
            { label: t('vending:field.price'), value: <Money fen={lane.priceFen} /> },
            { label: t('vending:field.soldLately'), value: lane.soldLately },
            {
              label: t('vending:field.expiryDate'),
              value: lane.expiry ? <ExpiryBadge {...lane} /> : lane.expiryDate,
            },
            { label: t('vending:field.filledAt'), value: <Time value={lane.filledAt} /> },
          ]}
        />
        <ReportedNote lane={lane} />
        {mayFill && <Correction equipmentId={equipmentId} lane={lane} onDone={onClose} />}
      </Stack>
    </Sheet>
  );
}

function Correction({
  equipmentId,
  lane,
  onDone,
}: {
  equipmentId: string;
  lane: LaneRecord;
  onDone: () => void;
}) {
  const t = useText();
  const [kind, setKind] = useState<'count' | 'unload'>('count');
  const [pieces, setPieces] = useState(lane.stock);
  const [note, setNote] = useState('');
  const [reason, setReason] = useState<LossReason | 'elsewhere'>(
    lane.expiry === 'expired' ? 'expired' : 'elsewhere',
  );
  const [requestId] = useState(newRequestId);
  const done = { success: 'kit:action.saved', onDone };
  const count = useAct(vendingContract.countLane, done);
  const unload = useAct(vendingContract.unloadLanes, done);
  const max = kind === 'count' ? lane.capacity : lane.stock;
  const submit = () => {
    if (kind === 'count') count.mutate({ equipmentId, lane: lane.lane, stock: pieces, note });
    else
      unload.mutate({
        equipmentId,
        lanes: [{ lane: lane.lane, amount: pieces }],
        note,
        requestId,
        ...(reason !== 'elsewhere' && { lossReason: reason }),
      });
  };
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        value={kind}
        onChange={(value) => {
          setKind(value as typeof kind);
          setPieces(lane.stock);
        }}
        data={[
          { value: 'count', label: t('vending:correct.count') },
          { value: 'unload', label: t('vending:correct.unload') },
        ]}
      />
      <Hint>{t(kind === 'count' ? 'vending:correct.countHint' : 'vending:correct.unloadHint')}</Hint>
      <NumberInput
        label={t(kind === 'count' ? 'vending:correct.counted' : 'vending:correct.taken')}
        value={pieces}
        onChange={(value) => setPieces(Math.min(max, Math.max(0, Number(value) || 0)))}
        min={0}
        max={max}
        inputMode="numeric"
      />
      {kind === 'unload' && (
        <Select
          label={t('vending:correct.why')}
          value={reason}
          onChange={(value) => setReason(value as typeof reason)}
          allowDeselect={false}
          data={['elsewhere' as const, ...lossReasons].map((value) => ({
            value,
            label: t(value === 'elsewhere' ? 'vending:correct.elsewhere' : `vending:lossReason.${value}`),
          }))}
        />
      )}
      <TextInput
        label={t('vending:field.note')}
        value={note}
        maxLength={100}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button
        loading={count.isPending || unload.isPending}
        disabled={kind === 'count' ? pieces === lane.stock : pieces === 0}
        onClick={submit}
      >
        {t(kind === 'count' ? 'vending:correct.saveCount' : 'vending:correct.saveUnload')}
      </Button>
      <Button
        variant="default"
        loading={count.isPending}
        onClick={() => count.mutate({ equipmentId, lane: lane.lane, open: !lane.open })}
      >
        {t(lane.open ? 'vending:correct.close' : 'vending:correct.open')}
      </Button>
    </Stack>
  );
}
