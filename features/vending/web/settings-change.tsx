import { Alert, Loader } from '@mantine/core';
import { useRef, useState } from 'react';
import { settingsChanged } from '#features/settings/contract/events.ts';
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
  const [outcome, setOutcome] = useState<ChangeOutcome>();
  // The device may answer before the call that sent the change has: what was heard is kept.
  const heard = useRef(new Map<string, ChangeOutcome>());
  useLive(settingsChanged, ({ changeId: id, state, reason }) => {
    if (id === null || state === 'drifted' || state === 'agreed') return;
    const known: ChangeOutcome = { state, ...(reason && { reason }) };
    heard.current.set(id, known);
    if (id === changeId) setOutcome(known);
  });
  return {
    outcome,
    pending: outcome?.state === 'pending',
    follow(id: string | null) {
      setChangeId(id ?? undefined);
      setOutcome(id === null ? undefined : (heard.current.get(id) ?? { state: 'pending' }));
    },
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
