import { Anchor, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { BatchHistory } from './batch-history.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchPutBack } from './batch-put-back.tsx';
import { devicesStep, idsOfQuery, settingsStep } from './batch-steps.tsx';
import { BatchWizard } from './batch-wizard.tsx';
import { DeviceTexts } from './device-texts.tsx';

const steps = [devicesStep, settingsStep];

/**
 * Settings for many devices: `?ids=` brings devices along, `?batchId=` watches a batch, `?putBack=` takes one back,
 * `?history=1` lists them.
 */
export default function BatchModify() {
  const t = useText();
  const [query] = useSearchParams();
  const batchId = query.get('batchId');
  const ids = query.get('ids');
  const initial = useMemo(() => {
    const equipmentIds = idsOfQuery(ids);
    return equipmentIds.length > 0 ? { equipmentIds } : undefined;
  }, [ids]);
  if (batchId)
    return (
      <DeviceTexts>
        <BatchProgress key={batchId} batchId={batchId} />
      </DeviceTexts>
    );
  const putBackId = query.get('putBack');
  if (putBackId)
    return (
      <DeviceTexts>
        <BatchPutBack key={putBackId} batchId={putBackId} />
      </DeviceTexts>
    );
  if (query.get('history')) return <BatchHistory />;
  return (
    <DeviceTexts>
      <Stack gap="md">
        <Anchor component={Link} to="/batchModify?history=1" size="sm">
          {t('settings:batch.history')}
        </Anchor>
        <BatchWizard key={ids} id={`settings-batch ${ids ?? ''}`} steps={steps} initial={initial} />
      </Stack>
    </DeviceTexts>
  );
}
