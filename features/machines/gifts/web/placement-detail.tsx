import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { callOf } from '#kit/pages/actions.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import type { PlacementRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { FillLevel, GiftPicture } from './gift-parts.tsx';
import { MovementList } from './movement-list.tsx';
import { isGone, loadOn, placementActions } from './placement-actions.tsx';

const { unload, count, replace, configure } = placementActions;

function Holds({ placement }: { placement: PlacementRecord }) {
  const t = useText();
  if (placement.giftName === null) return <Hint mt="xs">{t('gifts:placement.noneHint')}</Hint>;
  return (
    <Group gap="sm" mt="xs" wrap="nowrap">
      <GiftPicture picture={placement.picture} />
      <Text fw={600}>{placement.giftName}</Text>
    </Group>
  );
}

const hasGift = (placement: PlacementRecord) => placement.giftId !== null;

const detailOf = (equipmentId: string, roundId: string | undefined) =>
  defineDetail({
    endpoint: giftsContract.readPlacement,
    input: { equipmentId },
    head: {
      title: 'equipmentName',
      state: 'state',
      facts: ['fieldName', 'code'],
      note: (placement) => <Holds placement={placement} />,
    },
    sections: [
      {
        visible: hasGift,
        rows: [
          {
            key: 'stock',
            label: 'gifts:field.stockInDevice',
            render: (row) => <FillLevel placement={row} />,
          },
          'capacity',
          'alarmThreshold',
          'costFen',
          'valueFen',
          'warehouseStock',
        ],
      },
      {
        title: 'gifts:record.title',
        content: () => <MovementList filter={{ equipmentId }} side="device" />,
      },
    ],
    actions: [{ ...loadOn(roundId), primary: true }, unload, count, replace, configure],
    danger: [
      {
        label: 'gifts:placement.remove',
        icon: 'trash',
        danger: true,
        visible: hasGift,
        call: callOf(giftsContract.removePlacement, () => ({ equipmentId })),
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
  });

/** One device: what lies in it, what to do with it, what happened to it; on a round its stop. */
export function PlacementDetail({ deviceId, roundId }: { deviceId: string; roundId: string | undefined }) {
  return <DetailPage definition={useMemo(() => detailOf(deviceId, roundId), [deviceId, roundId])} />;
}
