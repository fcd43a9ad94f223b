import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { toast } from '#kit/ui/toast.ts';
import { type LaneDevice, stockedDeviceTypes } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';
import { ChooseDevice, useDeviceName } from './with-device.tsx';

/** The products of a machine that is stocked well, lane by lane. */
export function CopyGoods({
  device,
  onDone,
}: {
  device: LaneDevice;
  onDone: (changeId: string | null) => void;
}) {
  const t = useText();
  const nameOf = useDeviceName();
  const [model, setModel] = useState<LaneDevice>();
  const [withPrices, setWithPrices] = useState(device.online);
  const [takeOut, setTakeOut] = useState(false);
  const copy = useAct(vendingContract.copyGoods, {
    onDone: ({ changeId, copied }) => {
      toast.success(t('vending:goods.copied', { count: copied }));
      onDone(changeId);
    },
  });
  if (!model)
    return (
      <ChooseDevice
        types={stockedDeviceTypes.filter((type) => type === device.type)}
        except={device.equipmentId}
        onChoose={setModel}
      />
    );
  return (
    <Stack gap="md">
      <Text>{t('vending:goods.copyFrom', { name: nameOf(model), site: model.fieldName ?? '' })}</Text>
      <Checkbox
        label={t('vending:goods.withPrices')}
        description={device.online ? undefined : t('vending:goods.offline')}
        checked={withPrices}
        disabled={!device.online}
        onChange={(event) => setWithPrices(event.currentTarget.checked)}
      />
      <Checkbox
        label={t('vending:goods.takeOutOthers')}
        checked={takeOut}
        onChange={(event) => setTakeOut(event.currentTarget.checked)}
      />
      <Button variant="default" onClick={() => setModel(undefined)}>
        {t('vending:goods.otherModel')}
      </Button>
      <Button
        loading={copy.isPending}
        onClick={() =>
          copy.mutate({
            equipmentId: device.equipmentId,
            fromId: model.equipmentId,
            withPrices,
            takeOut,
          })
        }
      >
        {t('vending:goods.copyNow')}
      </Button>
    </Stack>
  );
}
