import { Alert, Anchor, Button, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { DeviceState, offlineText, type Presence } from '#features/machines/fleet/web/public.ts';
import { CallError } from '#kit/contract/client.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import { useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useNow } from '#kit/ui/now.ts';
import { type DeviceBrief, settingsContract } from '../contract.ts';
import { ChooseDevice } from './choose-device.tsx';
import { deviceName } from './device-name.ts';
import { DeviceTexts } from './device-texts.tsx';
import classes from './settings.module.css';
import type { SettingsView } from './use-settings-draft.ts';

interface DeviceScreenProps {
  /** kinds of machine the screen is for; all unless told */
  types?: readonly DeviceType[];
  /** the hub shows its own larger head */
  bare?: boolean;
  children: (view: SettingsView) => ReactNode;
}

/** A screen about the device that `?equipmentId=` names; without one a person chooses it. */
export function DeviceScreen({ types = deviceTypes, ...props }: DeviceScreenProps) {
  const t = useText();
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const equipmentId = query.get('equipmentId');
  return (
    <DeviceTexts>
      {equipmentId ? (
        <OneDevice key={equipmentId} equipmentId={equipmentId} types={types} {...props} />
      ) : (
        <Stack gap="sm">
          <Text c="dimmed">{t('settings:choose.title')}</Text>
          <ChooseDevice
            types={types}
            onChoose={(device) => void navigate(`${pathname}?equipmentId=${device.equipmentId}`)}
          />
        </Stack>
      )}
    </DeviceTexts>
  );
}

interface OneDeviceProps extends DeviceScreenProps {
  equipmentId: string;
  types: readonly DeviceType[];
}

export function OneDevice({ equipmentId, types, bare, children }: OneDeviceProps) {
  const { data, error, refetch } = useCall(settingsContract.readSettings, { equipmentId });
  if (!data) return error ? <NoDevice error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  return (
    <div className={classes.page} data-wide={bare || undefined}>
      {!bare && <DeviceBar device={data.device} />}
      {types.includes(data.device.type) ? children(data) : <WrongType device={data.device} />}
    </div>
  );
}

function NoDevice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  const { pathname } = useLocation();
  const isGone = error instanceof CallError && (error.status === 404 || error.status === 400);
  if (!isGone) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      title={t('settings:device.gone')}
      hint={t('settings:device.goneHint')}
      action={
        <Button component={Link} to={pathname} variant="light" replace>
          {t('settings:choose.another')}
        </Button>
      }
    />
  );
}

function WrongType({ device }: { device: DeviceBrief }) {
  const t = useText();
  return (
    <EmptyState
      title={t('settings:device.wrongType', { type: t(`devices:type.${device.type}`) })}
      hint={t('settings:device.wrongTypeHint')}
      action={
        <Button component={Link} to={`/machineSetting?equipmentId=${device.equipmentId}`} variant="light">
          {t('settings:screen.hub')}
        </Button>
      }
    />
  );
}

/** Which machine this is about, and whether it can hear us. */
function DeviceBar({ device }: { device: DeviceBrief }) {
  const t = useText();
  return (
    <>
      <Paper withBorder className={classes.device}>
        <div className={classes.deviceText}>
          <Anchor
            component={Link}
            to={`/machineSetting?equipmentId=${device.equipmentId}`}
            fw={600}
            c="inherit"
            truncate
            display="block"
          >
            {deviceName(t, device)}
          </Anchor>
          <Hint truncate>
            {t('settings:device.place', {
              number: device.equipmentNo,
              code: device.code,
              site: device.fieldName ?? '',
            })}
          </Hint>
        </div>
        <DeviceState device={device} />
      </Paper>
      {!device.online && <OfflineNote device={device} />}
    </>
  );
}

export function OfflineNote({ device }: { device: Presence }) {
  const t = useText();
  const offline = offlineText(t, device, useNow());
  return (
    <Alert
      color="coin"
      variant="light"
      icon={<Icon name="cloud-off" />}
      title={t('settings:device.offlineTitle')}
      role="status"
    >
      {offline && `${offline.word} · ${offline.seen} · `}
      {t('settings:device.offlineHint')}
    </Alert>
  );
}
