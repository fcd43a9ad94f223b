import { Input, Modal, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useText } from '../i18n.ts';
import { Icon } from '../icons.tsx';
import { useDialogCloser } from '../navigation.ts';
import { usePhone } from '../phone.ts';
import type { Point } from './map-geometry.ts';
import { type FieldProps, wrapperProps } from './types.ts';

const MapPicker = lazy(() => import('./map-picker.tsx').then((all) => ({ default: all.MapPicker })));

export interface MapPoint extends Point {
  address: string;
  adcode?: string;
}

/** A place on the map: the field shows its address, the picker opens over the page. */
export function MapPointField({
  searchHint,
  ...props
}: FieldProps<MapPoint> & {
  /** an address the picker starts from when nothing is chosen yet */ searchHint?: string;
}) {
  const t = useText();
  const phone = usePhone();
  const [opened, { open, close }] = useDisclosure(false);
  useDialogCloser(opened, close);
  return (
    <Input.Wrapper {...wrapperProps(props)}>
      <Input
        component="button"
        type="button"
        pointer
        multiline
        disabled={props.disabled}
        error={Boolean(props.error)}
        data-field={props.name}
        aria-haspopup="dialog"
        leftSection={<Icon name="map-pin" />}
        rightSection={<Icon name="chevron-right" />}
        onClick={open}
      >
        {props.value ? (
          props.value.address || `${props.value.latitude}, ${props.value.longitude}`
        ) : (
          <Input.Placeholder>{props.placeholder ?? t('kit:ui.choosePoint')}</Input.Placeholder>
        )}
      </Input>
      <Modal
        opened={opened}
        onClose={close}
        fullScreen={phone}
        size="xl"
        title={t('kit:ui.choosePoint')}
        closeButtonProps={{ 'aria-label': t('kit:action.close') }}
      >
        <Suspense fallback={<Skeleton height={360} />}>
          <MapPicker
            initial={props.value}
            startAddress={searchHint}
            onPick={(point) => {
              props.onChange(point);
              close();
            }}
          />
        </Suspense>
      </Modal>
    </Input.Wrapper>
  );
}
