import machineNotes from 'virtual:slots/machineNotes';
import { Fragment, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { fleetContract } from '#features/machines/fleet/contract.ts';
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

/** What a feature says at the head of a machine's page. */
export interface MachineNotes {
  /** it is there, or there will be none: the page waits for it and does not jump */
  settled: boolean;
  /** faults that it tells of: they are not said a second time */
  faults: readonly string[];
  shown: ReactNode;
}

/** Of every feature that has something to say. Which do is settled when the page is built, so the hooks never change. */
const useNotes = (equipmentId: string | undefined) =>
  machineNotes.map(({ feature, filling: useFilling }) => {
    // biome-ignore lint/correctness/useHookAtTopLevel: the same ones every time
    return { feature, ...useFilling(equipmentId) };
  });

function Hub({ view, notes }: { view: SettingsView; notes: ReturnType<typeof useNotes> }) {
  const { equipmentId } = view.device;
  // Staff who may only see settings get the page without figures and log.
  const maySeeState = useCan(fleetContract.readState);
  const { data: state } = useCall(fleetContract.readState, { equipmentId }, { enabled: maySeeState });
  return (
    <div className={classes.hub}>
      <div className={classes.head}>
        <HubHead
          device={view.device}
          state={state}
          awaitsState={maySeeState}
          version={view.version}
          alerted={new Set(notes.flatMap(({ faults }) => faults))}
        />
        {notes.map(({ feature, shown }) => (
          <Fragment key={feature}>{shown}</Fragment>
        ))}
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

/** One machine: how it is doing, what is wrong with it, what it is set to, what it can be asked to do. */
export default function HubScreen() {
  const [query] = useSearchParams();
  // Asked for together with the settings: what stands below them does not move when they come.
  const notes = useNotes(query.get('equipmentId') ?? undefined);
  const settled = notes.every((note) => note.settled);
  return (
    <DeviceScreen bare>
      {(view) => (settled ? <Hub view={view} notes={notes} /> : <FormSkeleton />)}
    </DeviceScreen>
  );
}
