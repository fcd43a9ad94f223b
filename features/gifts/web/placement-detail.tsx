import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { callOf } from '#kit/pages/actions.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { navigation } from '#kit/ui/navigation.ts';
import { useCan } from '#kit/ui/session.ts';
import type { PlacementRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { giftAnswers } from './gift-answers.ts';
import { deviceLabel, FillLevel, GiftPicture, PlacementBadge } from './gift-parts.tsx';
import classes from './gifts.module.css';
import { MovementList } from './movement-list.tsx';
import { PlacementSheet, type PlacementTask } from './placement-sheet.tsx';

function Head({ placement }: { placement: PlacementRecord }) {
  const t = useText();
  return (
    <Group wrap="nowrap">
      <GiftPicture picture={placement.picture} size={56} />
      <div>
        <Group gap={8}>
          <Text fw={650} size="lg">
            {deviceLabel(t, placement)}
          </Text>
          <PlacementBadge placement={placement} />
        </Group>
        <Text size="sm" c="dimmed">
          {[placement.fieldName, placement.giftName].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Group>
  );
}

const lesserTasks: { kind: PlacementTask['kind']; icon: IconName }[] = [
  { kind: 'count', icon: 'clipboard-list' },
  { kind: 'replace', icon: 'arrows-exchange' },
  { kind: 'configure', icon: 'settings' },
];

const isGone = (placement: PlacementRecord) => placement.equipmentNo === null;

function LesserTasks({
  placement,
  onStart,
}: {
  placement: PlacementRecord;
  onStart: (task: PlacementTask) => void;
}) {
  const t = useText();
  const mayLoad = useCan(giftsContract.loadDevice);
  if (placement.giftId === null)
    return (
      <Text size="sm" c="dimmed">
        {t('gifts:placement.noneHint')}
      </Text>
    );
  if (!mayLoad) return null;
  return (
    <div className={classes.more}>
      {lesserTasks
        .filter(({ kind }) => kind === 'count' || !isGone(placement))
        .map(({ kind, icon }) => (
          <Button
            key={kind}
            variant="default"
            leftSection={<Icon name={icon} />}
            onClick={() => onStart({ placement, kind })}
          >
            {t(`gifts:placement.${kind}`)}
          </Button>
        ))}
    </div>
  );
}

/** One device: what lies in it, what to do with it, what happened to it. */
export function PlacementDetail({ deviceId }: { deviceId: string }) {
  const [task, setTask] = useState<PlacementTask | undefined>();
  const hasGift = (placement: PlacementRecord) => placement.giftId !== null;
  const detail = defineDetail({
    endpoint: giftsContract.readPlacement,
    input: { equipmentId: deviceId },
    header: (placement) => <Head placement={placement} />,
    sections: [
      {
        rows: [
          { label: 'gifts:field.gift', value: (row) => row.giftName, visible: hasGift },
          { label: 'gifts:field.fill', value: (row) => <FillLevel placement={row} />, visible: hasGift },
          { label: 'gifts:field.capacity', value: (row) => row.capacity, visible: hasGift },
          { label: 'gifts:field.alarmThreshold', value: (row) => row.alarmThreshold, visible: hasGift },
          { label: 'gifts:field.costFen', value: (row) => <Money fen={row.costFen} />, visible: hasGift },
          {
            label: 'gifts:field.value',
            value: (row) => <Money fen={(row.costFen ?? 0) * row.stock} />,
            visible: hasGift,
          },
          { label: 'gifts:field.stock', value: (row) => row.warehouseStock, visible: hasGift },
          { label: 'gifts:field.code', value: (row) => row.code },
        ],
        content: (placement) => <LesserTasks placement={placement} onStart={setTask} />,
      },
      {
        title: 'gifts:record.title',
        content: () => <MovementList filter={{ equipmentId: deviceId }} side="device" />,
      },
    ],
    actions: [
      {
        label: 'gifts:placement.load',
        icon: 'plus',
        primary: true,
        needs: giftsContract.loadDevice,
        visible: (placement) => !isGone(placement),
        run: (placement) => setTask({ placement, kind: 'load' }),
      },
      {
        label: 'gifts:placement.unload',
        icon: 'upload',
        needs: giftsContract.unloadDevice,
        visible: (placement) => placement.stock > 0,
        run: (placement) => setTask({ placement, kind: 'unload' }),
      },
    ],
    danger: [
      {
        label: 'gifts:placement.remove',
        icon: 'trash',
        danger: true,
        visible: hasGift,
        call: callOf(giftsContract.removePlacement, () => ({ equipmentId: deviceId })),
        // Of a machine that is gone nothing is left to show.
        run: (placement) => {
          if (isGone(placement)) navigation.back();
        },
        confirm: {
          title: 'gifts:placement.removeTitle',
          body: 'gifts:placement.removeBody',
          params: (placement) => ({ name: placement.giftName ?? '', number: placement.stock }),
        },
        success: 'gifts:placement.removed',
      },
    ],
    invalidates: giftAnswers,
    live: 'gift.',
  });
  return (
    <>
      <DetailPage definition={detail} />
      <PlacementSheet task={task} onClose={() => setTask(undefined)} />
    </>
  );
}
