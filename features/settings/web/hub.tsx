import { devicesContract } from '#features/devices/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { useCan } from '#kit/ui/session.ts';
import { DeviceScreen, OfflineNote } from './device-screen.tsx';
import { DriftNotes } from './drift-notes.tsx';
import classes from './hub.module.css';
import { HubCommands } from './hub-commands.tsx';
import { HubFigures } from './hub-figures.tsx';
import { HubGroups } from './hub-groups.tsx';
import { HubHead } from './hub-head.tsx';
import { HubLinks } from './hub-links.tsx';
import { HubLog } from './hub-log.tsx';
import type { SettingsView } from './use-settings-draft.ts';

function Hub({ view }: { view: SettingsView }) {
  const { equipmentId } = view.device;
  // Whoever may only see settings gets the page without figures and log.
  const maySeeState = useCan(devicesContract.readState);
  const { data: state } = useCall(devicesContract.readState, { equipmentId }, { enabled: maySeeState });
  return (
    <div className={classes.hub}>
      <div className={classes.head}>
        <HubHead device={view.device} state={state} version={view.version} />
        {!view.device.online && <OfflineNote />}
        <DriftNotes view={view} withStatus />
      </div>
      <div className={classes.side}>
        {state && <HubFigures state={state} settings={view.settings} />}
        {maySeeState && <HubLog equipmentId={equipmentId} />}
      </div>
      <div className={classes.main}>
        {maySeeState && <HubCommands view={view} />}
        <HubGroups view={view} />
        <HubLinks device={view.device} />
      </div>
    </div>
  );
}

/** One machine: how it is doing, what it is set to, what it can be asked to do. */
export default function HubScreen() {
  return <DeviceScreen bare>{(view) => <Hub view={view} />}</DeviceScreen>;
}
