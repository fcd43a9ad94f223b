import { useEffect, useState } from 'react';
import { type CommandRecord, fleetContract, staffCommands } from '#features/machines/fleet/contract.ts';
import { useAct, useCall } from '#kit/ui/api.ts';

export type StaffCommand = (typeof staffCommands)[number];
export const isStaffCommand = (name: string): name is StaffCommand =>
  (staffCommands as readonly string[]).includes(name);

const openStates = new Set<CommandRecord['state']>(['queued', 'sent', 'accepted']);
export const isOpen = (command: CommandRecord) => openStates.has(command.state);

/** Live events tell of every step; this is for those that were missed. */
const checkEveryMs = 4000;
const recent = 10;

/** The commands of one device, newest first, and the one this page follows until it has ended. */
export function useCommands(equipmentId: string) {
  const [followed, setFollowed] = useState<string | undefined>();
  const [watching, setWatching] = useState(false);
  const { data, isError } = useCall(
    fleetContract.listCommands,
    { equipmentId, size: recent, current: 1 },
    { refetchMs: watching ? checkEveryMs : undefined },
  );
  const command = data?.records.find((record) => record.id === followed);
  useEffect(() => {
    if (command && !isOpen(command)) setWatching(false);
  }, [command]);

  const follow = (commandId: string) => {
    setFollowed(commandId);
    setWatching(true);
  };
  const onDone = ({ commandId }: { commandId: string }) => follow(commandId);
  const act = useAct(fleetContract.sendCommand, { onDone });
  return {
    records: data?.records ?? [],
    /** undefined until the list knows it */
    command,
    waiting: act.isPending || (watching && !isError),
    send: (name: StaffCommand, parameters: Record<string, unknown> = {}) =>
      act.mutate({ equipmentId, command: name, parameters }),
    follow,
  };
}
