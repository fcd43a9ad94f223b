import { useSearchParams } from 'react-router';
import type { AlertRecord } from '#features/alerts/contract.ts';
import { MachineAlerts, useMachineAlerts } from '#features/alerts/web/public.ts';
import { devicesContract } from '#features/devices/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { FormSkeleton } from '#kit/ui/feedback.tsx';
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

function Hub({ view, alerts }: { view: SettingsView; alerts: readonly AlertRecord[] }) {
  const { equipmentId } = view.device;
  // Whoever may only see settings gets the page without figures and log.
  const maySeeState = useCan(devicesContract.readState);
  const { data: state } = useCall(devicesContract.readState, { equipmentId }, { enabled: maySeeState });
  return (
    <div className={classes.hub}>
      <div className={classes.head}>
        <HubHead
          device={view.device}
          state={state}
          awaitsState={maySeeState}
          version={view.version}
          alerted={faultsOf(alerts)}
        />
        <MachineAlerts alerts={alerts} />
        {!view.device.online && <OfflineNote device={view.device} />}
        <DriftNotes view={view} withStatus />
      </div>
      <div className={classes.side}>
        {maySeeState && <HubFigures type={view.device.type} state={state} settings={view.settings} />}
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

/** Faults that stand there as alerts are not said a second time. */
const faultsOf = (alerts: readonly AlertRecord[]) =>
  new Set(alerts.flatMap(({ kind, subject }) => (kind === 'fault' ? [subject] : [])));

/** One machine: how it is doing, what is wrong with it, what it is set to, what it can be asked to do. */
export default function HubScreen() {
  const [query] = useSearchParams();
  // Asked for together with the settings: what stands below them does not move when they come.
  const { alerts, settled } = useMachineAlerts(query.get('equipmentId') ?? undefined);
  return (
    <DeviceScreen bare>
      {(view) => (settled ? <Hub view={view} alerts={alerts} /> : <FormSkeleton />)}
    </DeviceScreen>
  );
}
