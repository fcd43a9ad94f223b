import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { id as idSchema } from '#kit/contract/schemas.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { settingsStep } from './batch-steps.tsx';
import { BatchWizard } from './batch-wizard.tsx';
import { ChooseDevice } from './choose-device.tsx';
import { OneDevice } from './device-screen.tsx';
import { DeviceTexts } from './device-texts.tsx';
import type { SettingsView } from './use-settings-draft.ts';

const steps = [settingsStep];

function SingleWizard({ view }: { view: SettingsView }) {
  const { equipmentId, type } = view.device;
  const initial = useMemo(() => ({ type, equipmentIds: [equipmentId] }), [type, equipmentId]);
  return <BatchWizard id={`settings-single-${equipmentId}`} steps={steps} initial={initial} />;
}

/** The batch's steps for one device, whose id stands in the path. */
export default function SingleModify() {
  const navigate = useNavigate();
  const { id = '' } = useParams();
  return (
    <DeviceTexts>
      {idSchema().safeParse(id).success ? (
        <OneDevice equipmentId={id} types={deviceTypes}>
          {(view) => <SingleWizard view={view} />}
        </OneDevice>
      ) : (
        <ChooseDevice
          types={deviceTypes}
          onChoose={(device) => void navigate(`/singleModify/${device.equipmentId}`, { replace: true })}
        />
      )}
    </DeviceTexts>
  );
}
