import { Alert, Loader } from '@mantine/core';
import { useState } from 'react';
import { settingsChanged } from '#features/machines/settings/contract/events.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useLive } from '#kit/ui/live.ts';

export interface ChangeOutcome {
  state: 'pending' | 'applied' | 'failed';
  reason?: string;
}

/** Follows a change of settings from the moment it was sent until the device has answered. */
export function useSettingsChange() {
  const [changeId, setChangeId] = useState<string>();
  // The device may answer before the call that sent the change has, or while the page is being drawn: whatever is heard is
  // kept, and what is shown follows from it.
  const [heard, setHeard] = useState<ReadonlyMap<string, ChangeOutcome>>(new Map());
  useLive(settingsChanged, ({ changeId: id, state, reason }) => {
    if (id === null || state === 'drifted' || state === 'agreed') return;
    setHeard((before) => new Map(before).set(id, { state, ...(reason && { reason }) }));
  });
  const outcome: ChangeOutcome | undefined =
    changeId === undefined ? undefined : (heard.get(changeId) ?? { state: 'pending' });
  return {
    outcome,
    pending: outcome?.state === 'pending',
    follow: (id: string | null) => setChangeId(id ?? undefined),
  };
}

export function ChangeNotice({ outcome }: { outcome: ChangeOutcome | undefined }) {
  const t = useText();
  if (!outcome) return null;
  if (outcome.state === 'pending')
    return (
      <Alert variant="light" color="blue" icon={<Loader size={18} />} role="status">
        {t('vending:change.pending')}
      </Alert>
    );
  if (outcome.state === 'applied')
    return (
      <Alert variant="light" color="teal" icon={<Icon name="circle-check" />} role="status">
        {t('vending:change.applied')}
      </Alert>
    );
  return (
    <Alert variant="light" color="red" icon={<Icon name="alert-triangle" />} role="alert">
      {t('vending:change.failed', { reason: t(`vending:changeReason.${outcome.reason ?? 'noAnswer'}`) })}
    </Alert>
  );
}
