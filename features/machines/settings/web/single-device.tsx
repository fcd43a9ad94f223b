import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { CompareDevice } from './compare-device.tsx';
import { DeviceScreen } from './device-screen.tsx';
import { DriftNotes } from './drift-notes.tsx';
import { fieldsOf } from './setting-fields.ts';
import { SettingsForm } from './settings-form.tsx';
import type { SettingsView } from './use-settings-draft.ts';

function WholeDevice({ view }: { view: SettingsView }) {
  const [query] = useSearchParams();
  const group = query.get('group');
  // The hub leads to a group that has no screen.
  useEffect(() => {
    if (group) document.getElementById(`group-${group}`)?.scrollIntoView({ block: 'start' });
  }, [group]);
  return (
    <>
      <DriftNotes view={view} />
      <SettingsForm
        view={view}
        fields={fieldsOf(view.device.type)}
        head={(draft) => <CompareDevice view={view} draft={draft} />}
      />
    </>
  );
}

/** Everything of one device on one page; compares with another, takes from it, or gives to others. */
export default function SingleDevice() {
  return <DeviceScreen>{(view) => <WholeDevice view={view} />}</DeviceScreen>;
}
