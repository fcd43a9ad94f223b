import { Button, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { act, failureMessage, useCall } from '#kit/ui/api.ts';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { fetchFile } from '#kit/ui/fetch-file.ts';
import { ChoiceField } from '#kit/ui/fields/choice-fields.tsx';
import { TextField } from '#kit/ui/fields/text-fields.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { ownPath } from '#kit/ui/own-path.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { saveFile } from '#kit/ui/save-file.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { toast } from '#kit/ui/toast.ts';
import {
  type QrCentre,
  type QrLayoutName,
  qrCentres,
  qrLayoutNames,
  qrLayouts,
} from '../contract/qr-labels.ts';
import { fleetContract } from '../contract.ts';
import styles from './devices.module.css';
import { LabelPreview } from './label-preview.tsx';

const longestText = 12;

function LabelSheet({ devices }: { devices: readonly DeviceRecord[] }) {
  const t = useText();
  const phone = usePhone();
  const navigate = useNavigate();
  const then = ownPath(useSearchParams()[0].get('then'));
  const [layout, setLayout] = useState<QrLayoutName>('a4');
  const [centre, setCentre] = useState<QrCentre>('number');
  const [text, setText] = useState('');
  const [working, setWorking] = useState(false);
  const { columns, rows } = qrLayouts[layout];
  const pages = Math.ceil(devices.length / (columns * rows));
  const download = async () => {
    setWorking(true);
    try {
      const ids = devices.map(({ equipmentId }) => equipmentId);
      const query = new URLSearchParams({ ids: ids.join(','), layout, centre, text });
      const file = await fetchFile(`${fleetContract.printLabels.path}?${query}`);
      saveFile(`${t('fleet:labels.fileTitle')}.pdf`, file);
      await act(fleetContract.noteLabels, { ids });
      if (!then) return;
      toast.success(t('fleet:labels.made'));
      void navigate(then, { replace: true });
    } catch (error) {
      toast.failure(failureMessage(error));
    } finally {
      setWorking(false);
    }
  };
  // On the phone at the lower edge of the whole page, on the desk under the choices.
  const actions = (
    <StickyActions>
      <Button leftSection={<Icon name="download" />} loading={working} onClick={() => void download()}>
        {t('fleet:labels.download')}
      </Button>
    </StickyActions>
  );
  return (
    <div className={styles.labels}>
      <Stack gap="md">
        <ChoiceField
          label={t('fleet:labels.layout')}
          appearance="list"
          required
          options={qrLayoutNames.map((value) => ({ value, label: t(`fleet:labels.size.${value}`) }))}
          value={layout}
          onChange={(value) => value && setLayout(value)}
        />
        <ChoiceField
          label={t('fleet:labels.centre')}
          appearance="list"
          required
          options={qrCentres.map((value) => ({ value, label: t(`fleet:labels.centreOf.${value}`) }))}
          value={centre}
          onChange={(value) => value && setCentre(value)}
        />
        {centre === 'text' && (
          <TextField
            label={t('fleet:labels.text')}
            maxLength={longestText}
            value={text}
            onChange={(value) => setText(value ?? '')}
          />
        )}
        <Text size="sm" c="dimmed">
          {t('fleet:labels.amount', { count: devices.length, pages })}
        </Text>
        {!phone && actions}
      </Stack>
      <LabelPreview devices={devices} layout={layout} centre={centre} text={text} />
      {phone && actions}
    </div>
  );
}

export default function Labels() {
  const t = useText();
  const [query] = useSearchParams();
  const given = query.get('ids') ?? '';
  const ids = useMemo(() => given.split(',').filter(Boolean), [given]);
  const { data, error, refetch } = useCall(
    fleetContract.listDevices,
    { ids, size: 200 },
    { enabled: ids.length > 0 },
  );
  if (ids.length === 0 || data?.records.length === 0)
    return (
      <EmptyState
        title={t('fleet:labels.none')}
        hint={t('fleet:labels.noneHint')}
        action={
          <Button component={Link} to="/equipmentList">
            {t('fleet:screen.list')}
          </Button>
        }
      />
    );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <LabelSheet devices={data.records} /> : <ListSkeleton rows={3} height={120} />;
}
